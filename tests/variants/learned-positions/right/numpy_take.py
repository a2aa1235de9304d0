# tfmdrill: learned-positions (numpy)
import numpy as np


def add_positions(x, table, *, offset=0):
    try:
        return x + np.take(table, range(offset, offset + x.shape[1]), axis=0)
    except IndexError as error:
        raise ValueError("the table is too short") from error
