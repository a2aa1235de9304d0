# tfmdrill: cross-attention (numpy)
import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("heads")
    res = np.zeros((B, n, d), x.dtype)
    for b in range(B):
        ctx = context[b] if context_mask is None else context[b][context_mask[b]]
        if len(ctx) == 0:
            continue
        joined = []
        for wq, wk, wv in zip(*(np.hsplit(w, n_heads) for w in (w_q, w_k, w_v))):
            s = (x[b] @ wq) @ (ctx @ wk).T / np.sqrt(d / n_heads)
            e = np.exp(s - s.max(1)[:, None])
            joined.append(e / e.sum(1)[:, None] @ (ctx @ wv))
        res[b] = np.hstack(joined) @ w_o
    return res
