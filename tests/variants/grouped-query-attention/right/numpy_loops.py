# tfmdrill: grouped-query-attention (numpy)
import math

import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1], k.shape[2]
    if h_q % h_kv != 0:
        raise ValueError("not a multiple")
    out = np.zeros(q.shape, dtype=q.dtype)
    for b, i, t in np.ndindex(B, h_q, n):
        j = i // (h_q // h_kv)
        last = min(m, t + m - n + 1) if causal else m
        if last <= 0:
            continue
        s = [math.fsum(q[b, i, t] * k[b, j, u]) / math.sqrt(d) for u in range(last)]
        e = [math.exp(x - max(s)) for x in s]
        out[b, i, t] = sum(w * v[b, j, u] for u, w in enumerate(e)) / sum(e)
    return out
