# tfmdrill: learned-positions (numpy)
import numpy as np


def add_positions(x, table, *, offset=0):
    B, n, d = x.shape
    if offset + n > table.shape[0]:
        raise ValueError("too long")
    out = np.zeros_like(x)
    for b in range(B):
        for i in range(n):
            for j in range(d):
                out[b, i, j] = x[b, i, j] + table[i + offset, j]
    return out
