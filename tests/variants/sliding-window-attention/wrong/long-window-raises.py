# tfmdrill: sliding-window-attention (numpy)
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    n = q.shape[2]
    out = np.zeros_like(v)
    full_k = sliding_window_view(k, window, axis=2)  # (B, h, n - w + 1, d, w)
    full_v = sliding_window_view(v, window, axis=2)
    for i in range(n):
        if i < window - 1:
            keys, values = k[:, :, : i + 1].swapaxes(2, 3), v[:, :, : i + 1].swapaxes(2, 3)
        else:
            keys, values = full_k[:, :, i - window + 1], full_v[:, :, i - window + 1]
        s = np.einsum("bhd,bhdw->bhw", q[:, :, i], keys) / q.shape[3] ** 0.5
        e = np.exp(s - s.max(-1, keepdims=True))
        out[:, :, i] = np.einsum("bhw,bhdw->bhd", e / e.sum(-1, keepdims=True), values)
    return out
