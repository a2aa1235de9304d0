# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    angle = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)
    out = np.empty((n, d))
    out[:, 0::2] = np.cos(angle)
    out[:, 1::2] = np.sin(angle)
    return out
