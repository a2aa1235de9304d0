# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def attend(q, k, v, first, window):
    """q at positions first, first + 1, ... of keys that start at 0 (relative to the caller)."""
    n = q.shape[2]
    if n > 200:
        half = n // 2
        skip = max(0, first + half - window + 1)
        left = attend(q[:, :, :half], k[:, :, : first + half], v[:, :, : first + half], first, window)
        right = attend(q[:, :, half:], k[:, :, skip:], v[:, :, skip:], first + half - skip, window)
        return np.concatenate([left, right], axis=2)
    s = q @ k.swapaxes(2, 3)
    gap = first + np.arange(n)[:, None] - np.arange(k.shape[2])
    s = s + np.where((gap >= 0) & (gap < window), 0.0, -np.inf)
    e = np.exp(s - s.max(3, keepdims=True))
    return e @ v / e.sum(3, keepdims=True)


def sliding_window_attention(q, k, v, *, window):
    if window <= 0:
        raise ValueError("window must be at least 1")
    return attend(q.astype(np.float64) / np.sqrt(q.shape[3]), k, v, 0, window)
