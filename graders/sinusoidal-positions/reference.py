"""Sinusoidal position encodings.

Source: Vaswani et al. 2017, section 3.5.
"""

import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    """Table (n, d): sin(p * base ** (-2i / d)) in column 2i and the cosine in column 2i + 1.

    Raises ValueError if d is odd.
    """
    if d % 2:
        raise ValueError(f"the width must be even, not {d}")
    position = np.arange(n)
    column = np.arange(d)
    pair = column // 2
    exponent = 2 * pair / d
    frequency = 1.0 / base**exponent  # (d,): both columns of a pair have the same
    angle = position[:, None] * frequency  # (n, d)
    is_sine = column % 2 == 0
    return np.where(is_sine, np.sin(angle), np.cos(angle))
