import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"d = {d} is not a multiple of n_heads = {n_heads}")

    def split(a):  # (B, length, d) -> (B, h, length, d/h)
        return a.reshape(B, -1, n_heads, d // n_heads).swapaxes(1, 2)

    q, k, v = split(x @ w_q), split(context @ w_k), split(context @ w_v)
    scores = q @ k.swapaxes(-2, -1) / (d // n_heads) ** 0.5  # (B, h, n, m)
    allowed = True if context_mask is None else context_mask[:, None, None, :]
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(allowed, weights, 0.0)
    # A row without an allowed key has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return (weights @ v).swapaxes(1, 2).reshape(B, n, d) @ w_o
