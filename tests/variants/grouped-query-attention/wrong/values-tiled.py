# tfmdrill: grouped-query-attention (numpy)
import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    hq, hkv = q.shape[1], k.shape[1]
    if hq % hkv:
        raise ValueError("group")
    k = np.repeat(k, hq // hkv, axis=1)
    v = np.tile(v, (1, hq // hkv, 1, 1))
    s = np.matmul(q, np.moveaxis(k, -1, -2)) / np.sqrt(q.shape[-1])
    n, m = s.shape[-2:]
    ok = np.arange(m)[None] - (m - n) <= np.arange(n)[:, None] if causal else np.ones((n, m), bool)
    e = (
        np.where(
            ok,
            np.exp(
                s - np.where(ok, s, -3e38).max(-1, keepdims=True, initial=-1e38).clip(-3e4, None)
            ),
            0,
        )
        if not causal
        else None
    )
    if e is None:
        top = np.where(ok, s, -3e4).max(-1, keepdims=True)
        e = np.where(ok, np.exp(np.minimum(s - top, 0)), 0)
    z = e.sum(-1, keepdims=True)
    return e / np.where(z > 0, z, 1) @ v
