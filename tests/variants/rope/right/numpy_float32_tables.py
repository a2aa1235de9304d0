# tfmdrill: rope (numpy)
from functools import partial

import numpy as np


def _rope(kind, x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    inv = (1.0 / (base ** (np.arange(0, d, 2, dtype=kind) / kind(d)))).astype(kind)
    freqs = positions.astype(kind)[..., None] * inv
    freqs = np.repeat(freqs, 2, axis=-1)
    if freqs.ndim == 3:
        freqs = np.expand_dims(freqs, 1)
    flipped = np.empty_like(x, dtype=kind)
    flipped[..., ::2] = -x[..., 1::2]
    flipped[..., 1::2] = x[..., ::2]
    return (x * np.cos(freqs) + flipped * np.sin(freqs)).astype(x.dtype)


apply_rope = partial(_rope, np.float32)
