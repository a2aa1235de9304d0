# tfmdrill: attention-masks:true-hides (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.swapaxes(-2, -1) / q.shape[-1] ** 0.5  # (B, h, n, m)
    hidden = np.zeros((n, m), dtype=bool)
    if causal:
        hidden = ~np.tril(~hidden, m - n)  # the last query sees the last key
    if key_mask is not None:
        hidden = hidden | key_mask[:, None, None, :]
    scores = np.where(hidden, np.finfo(scores.dtype).min, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.where(hidden, 0.0, weights)
    # An empty row has a total of zero, and stays zero.
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return weights @ v
