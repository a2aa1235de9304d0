# tfmdrill: multi-head-attention (numpy)
import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    width, rest = divmod(d, n_heads)
    if rest:
        raise ValueError(f"{d} / {n_heads} leaves {rest}")
    q, k, v = (
        np.einsum("bnd,de->bne", x, w).reshape(B, n, n_heads, width) for w in (w_q, w_k, w_v)
    )
    s = np.einsum("bihc,bjhc->bijh", q, k) / np.sqrt(width)
    keep = np.ones((B, n, n, 1), bool)
    if causal:
        keep &= np.tri(n, dtype=bool)[None, :, :, None]
    if key_mask is not None:
        keep &= key_mask[:, None, :, None]
    s = np.where(keep, s, -1e4)
    e = np.exp(s - s.max(2, keepdims=True)) * keep
    p = e / np.maximum(e.sum(2, keepdims=True), 1e-30)
    return (np.einsum("bijh,bjhc->bihc", p, v).reshape(B, n, d) @ w_o).astype(x.dtype)
