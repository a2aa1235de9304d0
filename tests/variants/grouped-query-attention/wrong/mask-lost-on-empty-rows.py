# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def grouped_query_attention(q, k, v, *, causal=False):
    if q.shape[1] % k.shape[1] != 0:
        raise ValueError("h_q % h_kv")
    g = q.shape[1] // k.shape[1]
    out = np.zeros_like(q)
    n, m = q.shape[2], k.shape[2]
    for h in range(q.shape[1]):
        s = q[:, h] @ k[:, h // g].transpose(0, 2, 1) / np.sqrt(q.shape[-1])
        if causal:
            s = s + np.triu(np.full((n, m), -1e9, s.dtype), m - n + 1)
        out[:, h] = softmax(s) @ v[:, h // g]
    return out
