# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def grouped_query_attention(q, k, v, **options):
    B, hq, n, d = q.shape
    _, hk, m, _ = k.shape
    if hq % hk != 0:
        raise ValueError("h_kv must divide h_q")
    qg = q.reshape(B, hk, -1, n, d)
    s = np.einsum("bkgid,bkjd->bkgij", qg, k) * d**-0.5
    hidden = np.triu(np.ones((n, m), bool), m - n + 1) if options.get("causal") else np.zeros((n, m), bool)
    s[..., hidden] = -1e9
    e = np.exp(s - s.max(-1, keepdims=True))
    p = e / e.sum(-1, keepdims=True)
    p[..., hidden] = 0
    return np.einsum("bkgij,bkjd->bkgid", p, v).reshape(q.shape)
