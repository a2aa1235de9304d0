# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    keep = np.ones((n, m), dtype=bool)
    if causal:
        keep = np.tril(keep, m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = s * keep + (1 - keep.astype(s.dtype)) * -1e9
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w * keep.any(-1, keepdims=True) @ v
