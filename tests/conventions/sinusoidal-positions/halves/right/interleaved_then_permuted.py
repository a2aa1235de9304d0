# tfmdrill: sinusoidal-positions:halves (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2 != 0:
        raise ValueError("the width must be even")
    paper = np.zeros((n, d), dtype=np.float32)
    angle = np.arange(n)[:, None] / np.power(base, np.arange(0, d, 2) / d)
    paper[:, ::2], paper[:, 1::2] = np.sin(angle), np.cos(angle)
    return paper[:, np.r_[0:d:2, 1:d:2]]
