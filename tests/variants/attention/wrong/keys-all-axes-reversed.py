# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    scores = q @ k.T / np.sqrt(k.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ v
