import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    hidden = np.tanh((query @ w_q)[:, None, :] + keys @ w_k)  # (B, m, a)
    scores = hidden @ v  # (B, m)
    allowed = np.ones(scores.shape, dtype=bool) if key_mask is None else key_mask
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(allowed, weights, 0.0)
    # A row without an allowed key has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    context = (weights[:, None, :] @ keys)[:, 0]  # (B, d_k)
    return context, weights
