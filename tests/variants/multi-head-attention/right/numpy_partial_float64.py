# tfmdrill: multi-head-attention (numpy)
from functools import partial

import numpy as np


def _mha(kind, x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    d = x.shape[-1]
    if d % n_heads:
        raise ValueError
    x, w_q, w_k, w_v, w_o = (a.astype(kind) for a in (x, w_q, w_k, w_v, w_o))
    i = np.arange(x.shape[1])
    keep = (i[:, None] >= i) if causal else np.full((len(i), len(i)), True)
    out = np.zeros_like(x)
    for b, rows in enumerate(x):
        ok = keep if key_mask is None else keep & key_mask[b]
        for h in range(n_heads):
            own = np.s_[h * d // n_heads : (h + 1) * d // n_heads]
            # (x Wq)(x Wk)^T as one bilinear form
            s = rows @ (w_q[:, own] @ w_k[:, own].T) @ rows.T / (d // n_heads) ** 0.5
            s = np.where(ok, s, -np.inf)
            with np.errstate(invalid="ignore"):
                e = np.exp(s - s.max(axis=1, keepdims=True))
                p = np.nan_to_num(e / e.sum(axis=1, keepdims=True))
            out[b] += p @ rows @ (w_v[:, own] @ w_o[own])
    return out


multi_head_attention = partial(_mha, np.float64)
