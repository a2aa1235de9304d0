# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[2], k.shape[2]
    keep = np.ones((n, m), dtype=bool)
    if causal:
        keep = np.tril(keep, m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = np.where(keep, q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5, -np.inf)
    e = np.exp(s)
    w = np.where(keep.any(-1, keepdims=True), e / e.sum(-1, keepdims=True), 0)
    return w @ v
