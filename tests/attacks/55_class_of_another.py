# tfmdrill: attention (numpy)
# expect: wrong
import numpy as np


class Lie:
    __class__ = property(lambda self: np.ndarray)
    dtype = np.dtype("float32")
    shape = (1, 1)


def attention(q, k, v):
    return Lie()
