# tfmdrill: multi-head-attention (numpy)
import math

import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("d must be a multiple of n_heads")
    c = d // n_heads
    x64 = np.asarray(x, dtype=np.float64)
    out = np.zeros((B, n, d))
    for b in range(B):
        q, k, v = x64[b] @ w_q, x64[b] @ w_k, x64[b] @ w_v
        for h in range(n_heads):
            lo, hi = h * c, h * c + c
            for i in range(n):
                js = [j for j in range(n) if (not causal or j <= i) and (key_mask is None or key_mask[b][j])]
                scores = {j: float(q[i, lo:hi] @ k[j, lo:hi]) / math.sqrt(c) for j in js}
                top = max(scores.values(), default=0.0)
                total = sum(math.exp(s - top) for s in scores.values())
                for j, s in scores.items():
                    out[b, i, lo:hi] += math.exp(s - top) / total * v[j, lo:hi]
    return out @ w_o
