# tfmdrill: attention-backward (numpy)
import numpy as np


def attention_backward(q, k, v, grad_out):
    c = q.shape[-1] ** -0.5
    t = lambda a: np.swapaxes(a, -1, -2)
    s = q @ t(k) * c
    p = np.exp(s - s.max())
    p /= p.sum(-1, keepdims=True)
    dp = grad_out @ t(v)
    ds = p * (dp - (dp * p).sum(-1, keepdims=True)) * c
    return ds @ k, t(ds) @ q, t(p) @ grad_out
