# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    scores = k @ q.swapaxes(-1, -2) / np.sqrt(q.shape[-1])  # (..., m, n)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w.swapaxes(-1, -2) @ v
