# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size has to be positive")
    n, m = q.shape[2], k.shape[2]
    out = np.zeros(q.shape[:3] + v.shape[3:], dtype=q.dtype)
    for i in range(n):
        qi = q[:, :, i : i + 1] / np.sqrt(np.float32(q.shape[3]))
        top = np.full(qi.shape[:3] + (1,), -np.inf, dtype=q.dtype)
        total, acc = np.zeros_like(top), np.zeros(qi.shape[:3] + v.shape[3:], dtype=q.dtype)
        for j in range(0, m, block_size):
            if causal and j > i + m - n:
                break  # all further blocks lie in the future
            s = qi @ k[:, :, j : j + block_size].swapaxes(2, 3)
            new = np.maximum(top, s.max(-1, keepdims=True))
            p, r = np.exp(s - new), np.exp(top - new)
            total, acc, top = total * r + p.sum(-1, keepdims=True), acc * r + p @ v[:, :, j : j + block_size], new
        out[:, :, i : i + 1] = acc / np.where(total > 0, total, 1)
    return out
