# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    scores = np.matmul(q, k.transpose(0, 1, 3, 2)) / np.sqrt(q.shape[-1]).astype(q.dtype)
    n, m = scores.shape[-2:]
    keep = np.ones((1, n, m), dtype=bool)
    if key_mask is not None:
        pairs = key_mask[:, :, None] & key_mask[:, None, :]
        if pairs.shape[1] != n:
            raise ValueError("the mask doesn't fit the scores")
        keep = keep & pairs
    if causal:
        keep = keep & np.tril(np.ones((n, m), dtype=bool), m - n)
    keep = keep[:, None]
    scores = np.where(keep, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(-1, keepdims=True)) * keep
    total = weights.sum(-1, keepdims=True)
    return weights / np.maximum(total, 1e-6) @ v
