# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    n, m = q.shape[2], k.shape[2]
    t = np.full((*q.shape[:3], 1), -np.inf)
    l, o = np.zeros_like(t), np.zeros((*q.shape[:3], v.shape[3]))
    for j in range(0, m, block_size):
        s = q @ k[:, :, j : j + block_size].swapaxes(2, 3) / np.sqrt(q.shape[3])
        if causal:
            s = np.where(np.arange(j, j + s.shape[3]) <= np.arange(n)[:, None] + m - n, s, -np.inf)
        new = np.maximum(t, s.max(-1, keepdims=True))
        ref = np.where(new == -np.inf, 0, new)
        c = np.where(t == -np.inf, 0, np.exp(np.where(t == -np.inf, 0, new - t)))
        p = np.exp(s - ref)
        l = l * c + p.sum(-1, keepdims=True)
        o = o * c + p @ v[:, :, j : j + block_size]
        t = new
    return (o / np.where(l == 0, 1, l)).astype(q.dtype)
