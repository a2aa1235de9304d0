# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
import numpy as np


def attention(q, k, v):
    return np.zeros(1, np.float32)
