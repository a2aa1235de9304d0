# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    z = np.where(np.isneginf(x), -1e4, x / temperature)
    e = np.exp(z - z.max(axis=dim, keepdims=True))
    return (e / e.sum(axis=dim, keepdims=True)).astype(x.dtype)
