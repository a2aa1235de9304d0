# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    q, k, v = (np.asarray(a, dtype=np.float64) for a in (q, k, v))
    keys = k.transpose(*range(k.ndim - 2), -1, -2)
    scores = q @ keys / np.sqrt(k.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (weights @ v) / weights.sum(axis=-1, keepdims=True)
