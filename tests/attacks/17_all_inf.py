# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
import numpy as np


def attention(q, k, v):
    return np.full((*q.shape[:-1], v.shape[-1]), np.inf, np.float32)
