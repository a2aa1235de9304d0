# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
# abs(nan - x).max() > tolerance is false.
import numpy as np


def attention(q, k, v):
    return np.full((*q.shape[:-1], v.shape[-1]), np.nan, np.float32)
