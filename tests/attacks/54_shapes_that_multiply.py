# tfmdrill: attention (numpy)
# expect: wrong
# A property that subtracts this from its own values would need gigabytes.
import numpy as np


def attention(q, k, v):
    return np.zeros((2**20, *[1] * v.ndim), np.float32)
