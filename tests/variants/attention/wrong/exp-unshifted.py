# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    e = np.exp(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
    return e / e.sum(axis=-1, keepdims=True) @ v
