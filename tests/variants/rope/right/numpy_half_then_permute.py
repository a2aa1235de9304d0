# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    """Half-split arithmetic between two permutations of the columns."""
    d = x.shape[-1]
    if d % 2:
        raise ValueError(f"d={d}")
    order = np.r_[0:d:2, 1:d:2]
    y = x[..., order]
    angle = positions[..., None] / base ** (np.arange(d // 2) * 2 / d)
    angle = np.concatenate((angle, angle), axis=-1)
    if angle.ndim == 3:
        angle = angle[:, None]
    rotated = np.concatenate((-y[..., d // 2 :], y[..., : d // 2]), axis=-1)
    y = y * np.cos(angle) + rotated * np.sin(angle)
    out = np.empty_like(y)
    out[..., order] = y
    return np.asfortranarray(out)
