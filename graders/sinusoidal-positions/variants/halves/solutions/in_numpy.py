# tfmdrill: sinusoidal-positions:halves (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError(f"the width must be even, not {d}")
    angle = np.outer(np.arange(n), base ** (-np.arange(0, d, 2) / d))  # (n, d/2)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
