# tfmdrill: sliding-window-attention (numpy)
from functools import partial

import numpy as np


def _blocks(size, q, k, v, *, window):
    if window < 1:
        raise ValueError(f"window is {window}")
    n, parts = q.shape[2], []
    for lo in range(0, n, size):
        hi, first = min(lo + size, n), max(lo - window + 1, 0)
        s = np.einsum("bhid,bhjd->bhij", q[:, :, lo:hi], k[:, :, first:hi]) / float(q.shape[3]) ** 0.5
        band = np.tri(hi - lo, hi - first, lo - first, dtype=bool)
        band &= ~np.tri(hi - lo, hi - first, lo - first - window, dtype=bool)
        s = np.where(band, s, np.finfo(s.dtype).min)
        p = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
        parts.append(np.asfortranarray(p @ v[:, :, first:hi]))
    return np.concatenate(parts, 2)


sliding_window_attention = partial(_blocks, 128)
