# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = np.matmul(q, np.swapaxes(k, -1, -2)) * k.shape[-1] ** -0.5
    n, m = s.shape[-2:]
    keep = np.tri(n, m, m - n, dtype=bool) if causal else np.ones((n, m), dtype=bool)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    top = s.max(axis=-1, keepdims=True, where=keep, initial=np.finfo(s.dtype).min)
    e = np.where(keep, np.exp(np.where(keep, s - top, 0)), 0)
    return np.matmul(e / e.sum(axis=-1, keepdims=True), v)
