# tfmdrill: attention (numpy)
# expect: wrong
import numpy as np


def attention(q, k, v):
    return np.zeros((1,) * 32, np.float32)
