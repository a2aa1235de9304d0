# tfmdrill: cross-attention (numpy)
import math

import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("d is not a multiple of n_heads")
    size = d // n_heads
    joined = np.zeros((B, n, d))
    for b in range(B):
        q = x[b].astype(float) @ w_q
        k = context[b].astype(float) @ w_k
        v = context[b].astype(float) @ w_v
        seen = [j for j in range(len(k)) if context_mask is None or context_mask[b, j]]
        if not seen:
            continue
        for i in range(n):
            for lo in range(0, d, size):
                s = [float(q[i, lo : lo + size] @ k[j, lo : lo + size]) / math.sqrt(size) for j in seen]
                e = [math.exp(a - max(s)) for a in s]
                for j, weight in zip(seen, e):
                    joined[b, i, lo : lo + size] += weight / sum(e) * v[j, lo : lo + size]
    return joined @ w_o
