# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    m = d // 2
    out = np.zeros(x.shape)
    pos = np.asarray(positions)
    for i in range(m):
        a = pos * base ** (-2 * i / d)
        a = a[:, None, :] if pos.ndim == 2 else a
        out[..., i] = x[..., i] * np.cos(a) - x[..., i + m] * np.sin(a)
        out[..., i + m] = x[..., i] * np.sin(a) + x[..., i + m] * np.cos(a)
    return out.astype(x.dtype)
