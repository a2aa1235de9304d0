# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    table = np.array([[p / np.power(base, 2 * i / d) for i in range(d)] for p in range(n)])
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table
