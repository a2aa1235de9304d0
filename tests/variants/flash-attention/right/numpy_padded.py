# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    """Keys are padded to whole blocks, and the padding is hidden like the future."""
    if block_size < 1:
        raise ValueError("block_size must be >= 1")
    B, h, n, d = q.shape
    m = k.shape[2]
    block_size = min(block_size, m)
    blocks = -(-m // block_size)
    pad = ((0, 0), (0, 0), (0, blocks * block_size - m), (0, 0))
    K = np.pad(k, pad).reshape(B, h, blocks, block_size, d)
    V = np.pad(v, pad).reshape(B, h, blocks, block_size, -1)
    last = np.arange(n) + m - n if causal else np.full(n, m - 1)
    low = np.finfo(q.dtype).min
    mx = np.full((B, h, n), low, dtype=q.dtype)
    l = np.zeros((B, h, n), dtype=q.dtype)
    o = np.zeros((B, h, n, v.shape[-1]), dtype=q.dtype)
    for b in range(blocks):
        s = np.matmul(q, K[:, :, b].swapaxes(2, 3)) * np.float32(1 / np.sqrt(d))
        ok = np.arange(b * block_size, (b + 1) * block_size)[None] <= np.minimum(last, m - 1)[:, None]
        s = np.where(ok, s, low)
        new = np.maximum(mx, s.max(3))
        p = np.exp(s - new[..., None]) * ok
        f = np.exp(mx - new)
        l = l * f + p.sum(3)
        o = o * f[..., None] + p @ V[:, :, b]
        mx = new
    return np.divide(o, l[..., None], out=np.zeros_like(o), where=l[..., None] > 0)
