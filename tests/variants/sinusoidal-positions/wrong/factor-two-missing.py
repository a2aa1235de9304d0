# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    i = np.arange(d // 2)
    angles = np.arange(n)[:, None] / base ** (i / d)
    out = np.zeros((n, d))
    out[:, 0::2], out[:, 1::2] = np.sin(angles), np.cos(angles)
    return out
