# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    scores = q @ k.swapaxes(-2, -1) / q.shape[-1] ** 0.5  # (..., n, m)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v


_inner = attention
def attention(*a, **k):
    return _inner(*a, **k).tolist()
