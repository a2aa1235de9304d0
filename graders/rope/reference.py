"""Rotary position embedding on interleaved pairs.

Source: Su et al. 2021, RoFormer, section 3.2.2 (frequencies) and equation 34 (the product).
"""

import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    """x (B, h, n, d) with pair (2i, 2i + 1) turned by positions * base ** (-2i / d).

    positions: int (n,) or (B, n). Raises ValueError if d is odd.
    """
    d = x.shape[-1]
    if d % 2:
        raise ValueError(f"the width must be even, not {d}")
    pair = np.arange(d // 2)
    exponent = 2 * pair / d
    frequency = 1.0 / base**exponent  # (d/2,)
    angle = positions[..., None] * frequency  # (n, d/2) or (B, n, d/2)
    if positions.ndim == 2:
        angle = angle[:, None]  # (B, 1, n, d/2): a sequence's positions serve all its heads
    cos = np.cos(angle)
    sin = np.sin(angle)
    columns = np.arange(d).reshape(d // 2, 2)  # pair i holds columns 2i and 2i + 1
    first = x[..., columns[:, 0]]
    second = x[..., columns[:, 1]]
    turned_first = first * cos - second * sin
    turned_second = first * sin + second * cos
    turned = np.concatenate([turned_first, turned_second], axis=-1)
    return turned[..., np.argsort(columns.T.reshape(-1))]  # each column back to its place
