import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.swapaxes(-2, -1) / q.shape[-1] ** 0.5  # (B, h, n, m)
    allowed = np.ones((n, m), dtype=bool)
    if causal:
        allowed = np.tril(allowed, m - n)  # the last query sees the last key
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    lowest = np.finfo(scores.dtype).min
    scores = np.where(allowed, scores, lowest)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(allowed, weights, 0.0)
    # An empty row has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return weights @ v
