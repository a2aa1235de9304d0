# tfmdrill: learned-positions (numpy)
import numpy as np


def add_positions(x, table, *, offset=0):
    if offset + x.shape[1] > len(table):
        raise ValueError((offset, x.shape, table.shape))
    rows = np.roll(table, -offset, axis=0)[: x.shape[1]]
    return np.array([sequence + rows for sequence in x], order="F")
