# tfmdrill: attention (numpy)
# expect: wrong
import numpy as np


def attention(q, k, v):
    return np.zeros((2**20, 1, 1), np.float32)
