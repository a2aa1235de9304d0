# tfmdrill: rope (numpy)
import numpy as np


def tables(positions, d, base):
    ang = np.multiply.outer(positions, 1 / base ** (np.arange(0, d, 2) / d))
    return np.sin(ang), np.cos(ang)


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    cos, sin = tables(positions, d, base)
    if cos.ndim == 3:
        cos, sin = cos[:, None], sin[:, None]
    a, b = x[..., ::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape).astype(x.dtype)
