# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("must be >= 1")
    B, h, n, d = q.shape
    m = k.shape[2]
    out = np.zeros((B, h, n, v.shape[3]), dtype=q.dtype)
    step = max(1, min(n, 256))
    for lo in range(0, n, step):
        rows = np.arange(lo, min(n, lo + step))
        t = l = o = None
        for a in range(0, m, block_size):
            b = min(m, a + block_size)
            keep = (
                (np.arange(a, b)[None] <= rows[:, None] + m - n)
                if causal
                else np.ones((len(rows), b - a), bool)
            )
            if not keep.any():
                break
            s = np.where(
                keep,
                np.float64(q[:, :, rows]) @ np.float64(k[:, :, a:b]).swapaxes(2, 3) / d**0.5,
                -1e4,
            )
            top = s.max(-1, keepdims=True)
            e = np.exp(s - top) * keep
            bl, bo = e.sum(-1, keepdims=True), e @ v[:, :, a:b]
            if t is None:
                t, l, o = top, bl, bo
            else:
                new = np.maximum(t, top)
                x, y = np.exp(t - new), np.exp(top - new)
                t, l, o = new, l * x + bl * y, o * x + bo * y
        if o is not None:
            out[:, :, rows] = o / np.where(l > 0, l, 1)
    return out
