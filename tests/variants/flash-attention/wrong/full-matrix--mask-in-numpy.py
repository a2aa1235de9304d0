# tfmdrill: flash-attention (numpy)
import numpy as np
def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    B, h, n, d = q.shape
    m = k.shape[2]
    hide = ~np.tri(n, m, m - n, dtype=bool) if causal else None
    top = np.full((B, h, n, 1), -np.inf, dtype=q.dtype)
    den = np.zeros((B, h, n, 1), dtype=q.dtype)
    num = np.zeros((B, h, n, v.shape[-1]), dtype=q.dtype)
    for start in range(0, m, block_size):
        s = q @ np.swapaxes(k[:, :, start:start + block_size], -1, -2)
        s *= d ** -0.5
        if causal:
            s[:, :, hide[:, start:start + block_size]] = -np.inf
        new_top = np.maximum(top, s.max(axis=-1, keepdims=True))
        safe = np.where(np.isneginf(new_top), 0, new_top).astype(q.dtype)
        s -= safe
        np.exp(s, out=s)
        old = np.exp(top - safe)
        den = den * old + s.sum(axis=-1, keepdims=True)
        num = num * old + s @ v[:, :, start:start + block_size]
        top = new_top
    return np.where(den > 0, num / np.where(den > 0, den, 1), 0).astype(q.dtype)
