# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5
    n, m = s.shape[2:]
    low = np.finfo(s.dtype).min
    if causal:
        s = np.where(np.tri(n, m, m - n, dtype=bool), s, low)
    if key_mask is not None:
        s = np.where(key_mask[:, None, None, :], s, low)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    if key_mask is not None:
        w[~key_mask.any(axis=1)] = 0
    return w @ v
