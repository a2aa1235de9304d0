# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    angle = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)
    return np.sin(np.repeat(angle, 2, axis=1))
