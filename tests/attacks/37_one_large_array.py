# tfmdrill: attention (numpy)
# expect: memory
import numpy as np


def attention(q, k, v):
    return np.ones(10**11)
