# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    n, m = s.shape[2:]
    if causal:
        e = e * np.tri(n, m, m - n, dtype=bool)
    if key_mask is not None:
        e = e * key_mask[:, None, None, :]
    return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-7) @ v
