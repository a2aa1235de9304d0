# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError(window)
    B, h, n, d = q.shape
    window = min(window, n)
    pad = ((0, 0), (0, 0), (window - 1, 0), (0, 0))
    K, V = np.pad(k, pad), np.pad(v, pad)
    s = np.stack(
        [np.einsum("bhnd,bhnd->bhn", q, K[:, :, j : j + n]) for j in range(window)], -1
    ) / np.sqrt(d)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return sum(w[..., j, None] * V[:, :, j : j + n] for j in range(window))
