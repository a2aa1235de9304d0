# tfmdrill: multi-head-attention (numpy)
import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError(f"{d} columns, {n_heads} heads")
    out = np.zeros_like(x)
    for b in range(B):
        real = range(n) if key_mask is None else np.flatnonzero(key_mask[b])
        for head in np.split(np.arange(d), n_heads):
            q, k, v = (x[b] @ w[:, head] for w in (w_q, w_k, w_v))
            for i in real:  # padding neither asks nor answers
                seen = [j for j in real if j <= i or not causal]
                score = k[seen] @ q[i] / np.sqrt(d // n_heads)
                weight = np.exp(score - score.max())
                out[b, i, head] = weight @ v[seen] / weight.sum()
    return out @ w_o
