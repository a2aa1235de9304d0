# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    s = (q * q.shape[-1] ** -0.5) @ k.swapaxes(-1, -2)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1)) @ v
