# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    n = q.shape[2]
    i = np.arange(n)[:, None]
    j = np.arange(n)[None, :]
    keep = (j <= i) & (i - j < window)
    logits = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[3])
    logits = np.where(keep, logits, -np.inf)
    return (softmax(logits) @ v).astype(q.dtype)
