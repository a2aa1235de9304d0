# tfmdrill: cross-attention (numpy)
from functools import partial

import numpy as np


def _cross(dtype, x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    d = x.shape[-1]
    if d % n_heads:
        raise ValueError
    x, c = x.astype(dtype), context.astype(dtype)
    out = np.zeros_like(x)
    for h in range(n_heads):
        own = slice(h * d // n_heads, (h + 1) * d // n_heads)
        form = w_q[:, own].astype(dtype) @ w_k[:, own].astype(dtype).T  # one bilinear form (d, d_c)
        s = x @ form @ np.swapaxes(c, 1, 2) / np.sqrt(d // n_heads)
        if context_mask is not None:
            s = s + np.where(context_mask, 0.0, -np.inf)[:, None]
        with np.errstate(invalid="ignore"):
            e = np.exp(s - s.max(2, keepdims=True))
            p = np.nan_to_num(e / e.sum(2, keepdims=True))
        out += p @ c @ (w_v[:, own].astype(dtype) @ w_o[own].astype(dtype))
    return out


cross_attention = partial(_cross, np.float64)
