# tfmdrill: attention-masks:true-hides (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = np.einsum("bhnd,bhmd->bhnm", q, k) / np.sqrt(q.shape[-1]).astype(q.dtype)
    hidden = np.zeros(scores.shape, bool)
    if key_mask is not None:
        hidden |= key_mask.reshape(len(q), 1, 1, m)
    if causal:
        hidden |= np.triu(np.ones((n, m), bool), m - n + 1)
    top = np.max(np.where(hidden, -np.inf, scores), axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    with np.errstate(over="ignore"):
        weights = np.where(hidden, 0, np.exp(scores - top))
    total = weights.sum(-1, keepdims=True)
    return (weights / np.where(total == 0, 1, total)).astype(q.dtype) @ v
