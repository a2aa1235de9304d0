# tfmdrill: attention-backward (numpy)
import numpy as np


def attention_backward(q, k, v, grad_out):
    c = 1 / np.sqrt(q.shape[-1])
    s = q @ k.swapaxes(-1, -2) * c
    e = np.exp(s - s.max(-1, keepdims=True))
    p = e / e.sum(-1, keepdims=True)
    ds = grad_out @ v.swapaxes(-1, -2) * c
    return ds @ k, ds.swapaxes(-1, -2) @ q, p.swapaxes(-1, -2) @ grad_out
