# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
import numpy as np


def attention(q, k, v):
    mean = v.mean(-2, keepdims=True)
    return np.broadcast_to(mean, (*q.shape[:-1], v.shape[-1]))
