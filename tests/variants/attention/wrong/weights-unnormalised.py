# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    s = np.einsum("...nd,...md->...nm", q, k) / np.sqrt(q.shape[-1])
    weights = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.einsum("...nm,...me->...ne", weights, v)
