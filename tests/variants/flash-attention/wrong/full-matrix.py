# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    """Scores in blocks, but all of them are kept for one softmax at the end."""
    if block_size < 1:
        raise ValueError("block_size has to be positive")
    n, m = q.shape[2], k.shape[2]
    blocks = []
    for start in range(0, m, block_size):
        s = q @ k[:, :, start : start + block_size].swapaxes(2, 3) / np.sqrt(np.float32(q.shape[3]))
        if causal:
            keys = np.arange(start, start + s.shape[3])
            s = np.where(keys <= np.arange(n)[:, None] + m - n, s, np.float32(-np.inf))
        blocks.append(s)
    top = np.max([s.max(-1) for s in blocks], axis=0)[..., None]
    top[np.isneginf(top)] = 0
    weights = [np.exp(s - top) for s in blocks]
    total = sum(w.sum(-1, keepdims=True) for w in weights)
    out = sum(w @ v[:, :, i * block_size : (i + 1) * block_size] for i, w in enumerate(weights))
    return out / np.where(total > 0, total, 1)
