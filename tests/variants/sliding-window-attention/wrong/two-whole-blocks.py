# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    n = q.shape[2]
    outs = []
    for start in range(0, n, window):
        end, first = min(start + window, n), max(start - window, 0)
        s = q[:, :, start:end] @ k[:, :, first:end].swapaxes(2, 3) / q.shape[3] ** 0.5
        s = np.where(np.arange(first, end) <= np.arange(start, end)[:, None], s, -np.inf)
        e = np.exp(s - s.max(-1, keepdims=True))
        outs.append(e / e.sum(-1, keepdims=True) @ v[:, :, first:end])
    return np.concatenate(outs, 2)
