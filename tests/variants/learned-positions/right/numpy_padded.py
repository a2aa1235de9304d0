# tfmdrill: learned-positions (numpy)
from functools import partial

import numpy as np


def _add(sign, x, table, *, offset=0):
    N, n = len(table), x.shape[1]
    room = N - offset - n
    if room < 0:
        raise ValueError(f"{-room} tokens too many")
    rows = np.delete(table, np.r_[0:offset, N - room : N], axis=0)
    return np.subtract(x, sign * rows)


add_positions = partial(_add, -1)
