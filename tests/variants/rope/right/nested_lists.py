# tfmdrill: rope (numpy)
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
    first, second = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2] = first * cos - second * sin
    out[..., 1::2] = first * sin + second * cos
    return out


_inner = apply_rope
def apply_rope(*a, **k):
    return _inner(*a, **k).tolist()
