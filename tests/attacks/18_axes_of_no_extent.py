# tfmdrill: attention (numpy)
# expect: wrong
# An empty array, whose other axes would fill any memory once one of them is summed over.
import numpy as np


def attention(q, k, v):
    return np.broadcast_to(np.zeros((0, 1, 1), np.float32), (0, 2**26, 2**26))
