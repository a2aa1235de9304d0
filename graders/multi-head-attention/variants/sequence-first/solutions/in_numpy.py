# tfmdrill: multi-head-attention:sequence-first (numpy)
import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"d = {d} is not a multiple of n_heads = {n_heads}")

    def split(a):  # (n, B, d) -> (B, h, n, d/h)
        return a.reshape(n, B, n_heads, d // n_heads).transpose(1, 2, 0, 3)

    q, k, v = split(x @ w_q), split(x @ w_k), split(x @ w_v)
    scores = q @ k.swapaxes(-2, -1) / (d // n_heads) ** 0.5  # (B, h, n, n)
    allowed = np.ones((n, n), dtype=bool)
    if causal:
        allowed = np.tril(allowed)
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(allowed, weights, 0.0)
    # An empty row has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return (weights @ v).transpose(2, 0, 1, 3).reshape(n, B, d) @ w_o
