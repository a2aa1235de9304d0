# tfmdrill: learned-positions (numpy)
import numpy as np


def add_positions(x, table, *, offset=0):
    n = x.shape[1]
    if offset + n > len(table):
        raise ValueError("too long")
    return np.repeat(table[None, offset : offset + n], len(x), axis=0)
