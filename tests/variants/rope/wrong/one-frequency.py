# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    angle = positions.astype(np.float64)
    angle = angle[:, None, :, None] if angle.ndim == 2 else angle[:, None]
    even, odd = x[..., ::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., ::2] = even * np.cos(angle) - odd * np.sin(angle)
    out[..., 1::2] = even * np.sin(angle) + odd * np.cos(angle)
    return out
