# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = (q / q.shape[-1] ** 0.5) @ k.swapaxes(2, 3)
    keep = np.ones(scores.shape, bool)
    if causal:
        keep &= np.subtract.outer(np.arange(n), np.arange(m)) >= n - m
    if key_mask is not None:
        keep &= np.expand_dims(key_mask, (1, 2))
    top = scores.max(axis=-1, keepdims=True, where=keep, initial=np.finfo(scores.dtype).min)
    weights = np.zeros_like(scores)
    np.exp(scores - top, out=weights, where=keep)
    total = weights.sum(axis=-1, keepdims=True)
    np.divide(weights, total, out=weights, where=total > 0)
    return weights @ v
