# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    out = np.empty_like(x)
    p = positions if positions.ndim == 1 else positions[:, None, :]
    for i in range(0, d, 2):
        theta = 1 / base ** (2 * i / d)
        c, s = np.cos(p * theta), np.sin(p * theta)
        out[..., i] = x[..., i] * c - x[..., i + 1] * s
        out[..., i + 1] = x[..., i] * s + x[..., i + 1] * c
    return out
