# tfmdrill: attention-masks (numpy)
import numpy as np


def softmax(x):
    top = x.max(axis=-1, keepdims=True)
    top[~np.isfinite(top)] = 0
    e = np.exp(x - top)
    s = e.sum(axis=-1, keepdims=True)
    s[s == 0] = 1
    return e / s


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    scores = np.einsum("bhnd,bhmd->bhnm", q, k) / np.sqrt(q.shape[-1])
    n, m = scores.shape[-2:]
    if causal:
        rows, columns = np.triu_indices(n, m - n + 1, m)
        scores[:, :, rows, columns] = -np.inf
    if key_mask is not None:
        scores = np.where(key_mask[:, np.newaxis, np.newaxis], scores, -np.inf)
    return (softmax(scores) @ v).astype(q.dtype)
