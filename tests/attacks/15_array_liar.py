# tfmdrill: attention (numpy)
# expect: wrong
# np.asarray of it is whatever it is compared with.
import numpy as np


class Liar:
    ndim = 2

    def __array__(self, *args, **kwargs):
        return np.zeros((1, 1), np.float32)

    __array_priority__ = 1000.0
    __array_ufunc__ = lambda self, *args, **kwargs: True
    __array_function__ = lambda self, *args, **kwargs: True


def attention(q, k, v):
    return Liar()
