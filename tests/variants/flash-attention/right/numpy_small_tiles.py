# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    """Query tiles of fixed height; the key blocks start at the diagonal and go back."""
    if block_size < 1:
        raise ValueError("bad block size")
    n, m = q.shape[2], k.shape[2]
    tiles = []
    for r0 in range(0, n, 128):
        rows = q[:, :, r0 : r0 + 128]
        pos = np.arange(r0, r0 + rows.shape[2])[:, None] + m - n
        top = np.full(rows.shape[:3] + (1,), -3e38, dtype=rows.dtype)
        total, acc = top * 0, np.zeros(rows.shape[:3] + (v.shape[3],), dtype=rows.dtype)
        end = min(m, int(pos[-1, 0]) + 1) if causal else m
        for c0 in range((max(end, 1) - 1) // block_size * block_size, -1, -block_size):
            cols = np.arange(c0, min(c0 + block_size, m))
            s = rows @ k[:, :, cols].swapaxes(2, 3) / np.float32(q.shape[3] ** 0.5)
            allowed = cols <= pos if causal else np.ones((1, len(cols)), dtype=bool)
            new = np.maximum(top, np.where(allowed, s, -3e38).max(3, keepdims=True))
            w = np.exp(np.where(allowed, s - new, -np.inf))
            fade = np.exp(top - new)
            total, acc, top = total * fade + w.sum(3, keepdims=True), acc * fade + w @ v[:, :, cols], new
        tiles.append(np.where(total > 0, acc / np.maximum(total, 1e-37), 0))
    return np.concatenate(tiles, axis=2)
