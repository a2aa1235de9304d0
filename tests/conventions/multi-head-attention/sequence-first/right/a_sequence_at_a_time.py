# tfmdrill: multi-head-attention:sequence-first (numpy)
import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads:
        raise ValueError("n_heads must divide d")
    out = np.empty_like(x)
    for b in range(B):
        s = x[:, b]
        keep = np.tri(n, dtype=bool) if causal else np.ones((n, n), bool)
        if key_mask is not None:
            keep = keep & key_mask[b]
        parts = []
        for q, k, v in zip(*(np.split(s @ w, n_heads, axis=1) for w in (w_q, w_k, w_v))):
            score = np.where(keep, q @ k.T / np.sqrt(q.shape[1]), -np.inf)
            top = score.max(axis=1, keepdims=True)
            e = np.exp(score - np.where(np.isneginf(top), 0, top))
            total = e.sum(axis=1, keepdims=True)
            parts.append(e / np.where(total == 0, 1, total) @ v)
        out[:, b] = np.hstack(parts) @ w_o
    return out
