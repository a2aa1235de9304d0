# tfmdrill: attention-masks (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    w = softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5)
    n, m = w.shape[2:]
    if causal:
        w[:, :, np.triu(np.ones((n, m), dtype=bool), m - n + 1)] = 0
    if key_mask is not None:
        w = np.where(key_mask[:, None, None], w, 0)
    return w.astype(v.dtype) @ v
