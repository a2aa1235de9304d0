# tfmdrill: rope (numpy)
import numpy as np


def rotate_pairs(x):
    y = np.empty_like(x)
    y[..., ::2] = -x[..., 1::2]
    y[..., 1::2] = x[..., ::2]
    return y


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd d")
    freqs = base ** (-np.arange(0, d, 2) / d)
    freqs = np.tile(freqs, 2)
    angles = np.multiply.outer(positions, freqs)
    if angles.ndim == 3:
        angles = angles[:, None]
    return (x * np.cos(angles) + rotate_pairs(x) * np.sin(angles)).astype(x.dtype)
