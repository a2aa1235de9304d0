# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    if causal:
        s = np.where(np.arange(m) > np.arange(n)[:, None], -np.inf, s)
    if key_mask is not None:
        s = np.where(key_mask[:, None, None, :], s, -np.inf)
    with np.errstate(invalid="ignore"):
        e = np.exp(s - s.max(-1, keepdims=True))
        w = e / e.sum(-1, keepdims=True)
    return np.nan_to_num(w) @ v
