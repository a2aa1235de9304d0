# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    q *= q.shape[-1] ** -0.5
    s = q @ k.swapaxes(-1, -2)
    n, m = s.shape[-2:]
    keep = np.tri(n, m, m - n, dtype=bool) if causal else np.ones((n, m), dtype=bool)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = np.where(keep, s, np.finfo(s.dtype).min)
    w = np.where(keep, np.exp(s - s.max(-1, keepdims=True)), 0)
    total = w.sum(-1, keepdims=True)
    return w / np.where(total == 0, 1, total) @ v
