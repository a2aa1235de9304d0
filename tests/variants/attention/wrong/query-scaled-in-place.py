# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    q /= np.sqrt(q.shape[-1])
    s = q @ k.swapaxes(-1, -2)
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v
