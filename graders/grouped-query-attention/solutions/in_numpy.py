import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1:3]
    if h_q % h_kv != 0:
        raise ValueError(f"h_q = {h_q} is not a multiple of h_kv = {h_kv}")
    q = q.reshape(B, h_kv, h_q // h_kv, n, d)
    k, v = k[:, :, None], v[:, :, None]  # (B, h_kv, 1, m, d) broadcasts over the group
    scores = q @ k.swapaxes(-2, -1) / d**0.5  # (B, h_kv, g, n, m)
    allowed = np.ones((n, m), dtype=bool)
    if causal:
        allowed = np.tril(allowed, m - n)  # the last query sees the last key
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(allowed, weights, 0.0)
    # An empty row has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return (weights @ v).reshape(B, h_q, n, d)
