# tfmdrill: sinusoidal-positions:halves (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d & 1:
        raise ValueError(d)
    angle = np.outer(np.arange(n), np.exp(-np.log(base) * np.arange(d // 2) * 2 / d))
    both = np.stack([angle, angle + np.pi / 2], axis=1)
    return np.sin(both).reshape(n, d)
