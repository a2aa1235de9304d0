# tfmdrill: flash-attention (numpy)
import numpy as np
from functools import reduce


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    n, m = q.shape[2], k.shape[2]
    limit = np.arange(n)[:, None] + (n - m if causal else m)

    def part(a):
        kb = k[:, :, a : a + block_size]
        s = np.einsum("bhnd,bhmd->bhnm", q, kb) / np.float32(np.sqrt(q.shape[3]))
        seen = np.arange(a, a + kb.shape[2]) <= limit
        s = np.where(seen, s, -np.inf)
        t = s.max(-1, keepdims=True)
        e = np.exp(s - np.where(t == -np.inf, 0, t))
        vb = v[:, :, a : a + block_size]
        return t, e @ np.concatenate([vb, np.ones_like(vb[..., :1])], -1)

    def merge(x, y):
        t = np.maximum(x[0], y[0])
        safe = np.where(t == -np.inf, 0, t)
        return t, x[1] * np.exp(x[0] - safe) + y[1] * np.exp(y[0] - safe)

    _, o = reduce(merge, map(part, range(0, m, block_size)))
    den = o[..., -1:]
    return (o[..., :-1] / np.where(den > 0, den, 1)).astype(q.dtype)
