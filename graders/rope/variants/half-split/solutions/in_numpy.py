# tfmdrill: rope:half-split (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError(f"the width of a head must be even, not {d}")
    frequency = base ** (-np.arange(0, d, 2) / d)
    angle = positions[..., None] * frequency  # (n, d/2) or (B, n, d/2), float64
    if positions.ndim == 2:
        angle = angle[:, None]  # one table for all heads of a sequence
    cos, sin = np.cos(angle), np.sin(angle)
    first, second = np.split(x, 2, axis=-1)
    turned = (first * cos - second * sin, first * sin + second * cos)
    return np.concatenate(turned, axis=-1).astype(x.dtype)
