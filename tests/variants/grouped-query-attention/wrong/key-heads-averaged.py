# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    B, hq, n, d = q.shape
    hk, m = k.shape[1:3]
    if hq % hk:
        raise ValueError("hq % hk != 0")
    q5 = q.reshape(B, hk, hq // hk, n, d)
    logits = np.einsum("bhgnd,bhmd->bhgnm", q5, k.mean(1, keepdims=True).repeat(hk, 1)) / np.sqrt(d)
    hide = np.triu(np.ones((n, m), dtype=bool), k=m - n + 1) if causal else np.zeros((n, m), dtype=bool)
    logits = np.where(hide, -1e9, logits)
    w = np.exp(logits - logits.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    w = np.where(hide, 0.0, w)
    out = np.einsum("bhgnm,bhmd->bhgnd", w, np.broadcast_to(v.mean(1, keepdims=True), v.shape))
    return out.reshape(B, hq, n, d).astype(q.dtype)
