# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    """Halves the keys until a part fits into a block, and merges the two states."""
    if not block_size >= 1:
        raise ValueError("block_size")
    n, m = q.shape[2], k.shape[2]
    scale = 1 / np.sqrt(q.shape[3])

    def state(lo, hi):
        if hi - lo <= block_size:
            s = np.einsum("bhnd,bhmd->bhnm", q, k[:, :, lo:hi]) * scale
            if causal:
                s = np.where(np.tri(n, hi - lo, m - n - lo, dtype=bool), s, -np.inf)
            top = s.max(axis=3, keepdims=True)
            w = np.exp(s - np.where(np.isfinite(top), top, 0))
            return top, w.sum(axis=3, keepdims=True), np.einsum("bhnm,bhme->bhne", w, v[:, :, lo:hi])
        middle = (lo + hi) // 2
        left, right = state(lo, middle), state(middle, hi)
        top = np.maximum(left[0], right[0])
        safe = np.where(np.isfinite(top), top, 0)
        a, b = np.exp(left[0] - safe), np.exp(right[0] - safe)
        return top, left[1] * a + right[1] * b, left[2] * a + right[2] * b

    _, total, out = state(0, m)
    return (out / np.where(total == 0, 1, total)).astype(q.dtype)
