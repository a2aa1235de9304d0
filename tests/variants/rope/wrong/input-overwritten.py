# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    ang = positions[..., None] * base ** (-np.arange(0, d, 2) / d)
    if positions.ndim == 2:
        ang = ang[:, None]
    first, second = x[..., ::2].copy(), x[..., 1::2].copy()
    x[..., ::2] = first * np.cos(ang) - second * np.sin(ang)
    x[..., 1::2] = first * np.sin(ang) + second * np.cos(ang)
    return x
