# tfmdrill: attention (numpy)
# expect: wrong
import numpy as np


class Liar(np.ndarray):
    __array_ufunc__ = lambda self, *args, **kwargs: np.True_
    __array_function__ = lambda self, *args, **kwargs: True
    __eq__ = lambda self, other: np.True_
    tobytes = property(lambda self: 1 / 0)
    shape = property(lambda self: (9, 9))


def attention(q, k, v):
    return np.zeros((*q.shape[:-1], v.shape[-1]), np.float32).view(Liar)
