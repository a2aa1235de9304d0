# tfmdrill: sliding-window-attention (numpy)
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be positive")
    n = q.shape[2]
    w = min(window, n)
    front = ((0, 0), (0, 0), (w - 1, 0), (0, 0))
    keys = sliding_window_view(np.pad(k, front), w, axis=2)  # (B, h, n, d, w)
    values = sliding_window_view(np.pad(v, front), w, axis=2)
    s = np.einsum("bhnd,bhndw->bhnw", q, keys) / np.sqrt(q.shape[-1])
    before = np.arange(w) + np.arange(n)[:, None] < w - 1
    s[:, :, before] = -np.inf
    p = np.exp(s - s.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    return np.einsum("bhnw,bhndw->bhnd", p, values).astype(q.dtype)
