# tfmdrill: cross-attention (numpy)
import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    w, rest = divmod(d, n_heads)
    if rest:
        raise ValueError(f"{d} columns for {n_heads} heads")
    q = np.einsum("bnd,de->bne", x, w_q).reshape(B, n, n_heads, w)
    k = np.einsum("bmc,ce->bme", context, w_k).reshape(B, -1, n_heads, w)
    v = np.einsum("bmc,ce->bme", context, w_v).reshape(B, -1, n_heads, w)
    s = np.einsum("bnhw,bmhw->bnhm", q, k) / np.sqrt(w)
    keep = np.ones(context.shape[:2], bool) if context_mask is None else context_mask
    keep = keep[:, None, None]
    s = np.where(keep, s, -1e30)
    e = np.exp(s - s.max(-1, keepdims=True)) * keep
    p = e / np.maximum(e.sum(-1, keepdims=True), 1e-30)
    return (np.einsum("bnhm,bmhw->bnhw", p, v).reshape(B, n, d) @ w_o).astype(x.dtype)
