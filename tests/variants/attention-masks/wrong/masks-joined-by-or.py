# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[2], k.shape[2]
    masks = []
    if causal:
        masks.append(np.tril(np.ones((n, m), dtype=bool), m - n)[None, None])
    if key_mask is not None:
        masks.append(key_mask[:, None, None, :])
    keep = masks[0] if masks else np.ones((1, 1, n, m), dtype=bool)
    for other in masks[1:]:
        keep = keep | other
    s = np.where(keep, q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ v
