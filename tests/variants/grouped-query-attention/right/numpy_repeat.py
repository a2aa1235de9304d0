# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def softmax(s):
    top = s.max(axis=-1, keepdims=True)
    top[~np.isfinite(top)] = 0
    e = np.exp(s - top)
    z = e.sum(axis=-1, keepdims=True)
    z[z == 0] = 1
    return e / z


def grouped_query_attention(q, k, v, *, causal=False):
    g = q.shape[1] / k.shape[1]
    if g != int(g):
        raise ValueError("h_q / h_kv isn't whole")
    k, v = k.repeat(int(g), 1), v.repeat(int(g), 1)
    s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
    if causal:
        n, m = s.shape[-2:]
        s = np.where(np.tri(n, m, m - n, dtype=bool), s, -np.inf)
    return (softmax(s) @ v).astype(q.dtype)
