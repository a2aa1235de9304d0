# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("a block has at least one key")
    B, h, n, d = q.shape
    m = k.shape[2]
    out = np.zeros((B, h, n, v.shape[3]), dtype=q.dtype)
    for b in range(B):
        for head in range(h):
            for i in range(n):
                seen = i + m - n + 1 if causal else m
                out[b, head, i] = row(q[b, head, i] / d**0.5, k[b, head], v[b, head], seen, block_size)
    return out


def row(q, k, v, seen, block_size):
    top, total, acc = -np.inf, 0.0, 0.0
    for start in range(0, seen, block_size):
        stop = min(start + block_size, seen)
        s = k[start:stop] @ q
        new = max(top, s.max())
        w = np.exp(s - new)
        shrink = np.exp(top - new)
        total = total * shrink + w.sum()
        acc = acc * shrink + w @ v[start:stop]
        top = new
    return acc / total if total else acc
