# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    out = np.zeros_like(q)
    n, m = q.shape[2], k.shape[2]
    keep = np.tri(n, m, m - n, dtype=bool) if causal else np.ones((n, m), dtype=bool)
    for i in range(q.shape[1]):
        j = int(i * k.shape[1] / q.shape[1])
        s = q[:, i] @ k[:, j].swapaxes(1, 2) / q.shape[-1] ** 0.5
        s = np.where(keep, s, -1e9)
        e = np.exp(s - s.max(-1, keepdims=True))
        out[:, i] = (e / e.sum(-1, keepdims=True) * keep) @ v[:, j]
    return out
