# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    angles = np.multiply.outer(positions, base ** (-np.arange(0, d, 2) / d)).astype(x.dtype)
    angles = angles if angles.ndim == 2 else angles[:, None]
    a, b = x[..., ::2], x[..., 1::2]
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([a * c - b * s, a * s + b * c], axis=-1).reshape(x.shape)
