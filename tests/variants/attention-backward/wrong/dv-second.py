# tfmdrill: attention-backward (numpy)
import numpy as np


def attention_backward(q, k, v, grad_out):
    T = lambda a: np.swapaxes(a, -1, -2)
    c = q.shape[-1] ** -0.5
    s = q @ T(k) * c
    e = np.exp(s - s.max(-1, keepdims=True))
    p = e / e.sum(-1, keepdims=True)
    dp = grad_out @ T(v)
    o = p @ v
    ds = p * (dp - (grad_out * o).sum(-1, keepdims=True)) * c
    return ds @ k, T(p) @ grad_out, T(ds) @ q
