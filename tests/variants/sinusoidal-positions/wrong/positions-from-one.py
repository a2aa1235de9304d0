# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    pos = np.arange(1, n + 1).reshape(-1, 1)
    angle = pos / base ** (np.arange(0, d, 2) / d)
    out = np.empty((n, d), dtype=np.float32)
    out[:, ::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)
    return out
