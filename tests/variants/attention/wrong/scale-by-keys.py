# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2)
    scores = scores / np.sqrt(scores.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    w = np.exp(scores)
    w = w / w.sum(axis=-1, keepdims=True)
    return w @ v
