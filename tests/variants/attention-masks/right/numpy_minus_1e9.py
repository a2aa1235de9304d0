# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    dtype = q.dtype
    q, k, v = np.float32(q), np.float32(k), np.float32(v)
    scores = q @ np.swapaxes(k, 2, 3) / np.sqrt(np.float32(q.shape[3]))
    hide = np.zeros(scores.shape, dtype=np.float32)
    n, m = scores.shape[2:]
    if causal:
        hide = np.maximum(hide, np.triu(np.ones((n, m), dtype=np.float32), m - n + 1))
    if key_mask is not None:
        hide = np.maximum(hide, (1 - key_mask.astype(np.float32))[:, None, None, :])
    scores = scores * (1 - hide) + hide * -1e9
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    weights *= 1 - hide
    return (weights @ v).astype(dtype)
