# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ np.swapaxes(k, 2, 3) / k.shape[3] ** 0.5
    if causal:
        np.where(np.tri(*s.shape[2:], s.shape[3] - s.shape[2], dtype=bool), s, -np.inf)
    keep = np.ones(s.shape, dtype=bool)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = np.where(keep, s, np.finfo(s.dtype).min)
    w = np.where(keep, np.exp(s - s.max(-1, keepdims=True)), 0)
    total = w.sum(-1, keepdims=True)
    return np.divide(w, total, out=np.zeros_like(w), where=total > 0) @ v
