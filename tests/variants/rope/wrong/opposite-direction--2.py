# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    ang = positions[..., None] * base ** (-np.arange(0, d, 2) / d)
    if positions.ndim == 2:
        ang = ang[:, None]
    out = np.empty(x.shape, x.dtype)
    out[..., ::2] = x[..., ::2] * np.cos(ang) + x[..., 1::2] * np.sin(ang)
    out[..., 1::2] = x[..., 1::2] * np.cos(ang) - x[..., ::2] * np.sin(ang)
    return out
