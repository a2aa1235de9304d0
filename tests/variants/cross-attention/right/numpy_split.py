# tfmdrill: cross-attention (numpy)
import numpy as np


def softmax(s, keep):
    s = np.where(keep, s, np.finfo(s.dtype).min)
    e = np.where(keep, np.exp(s - s.max(-1, keepdims=True)), 0)
    z = e.sum(-1, keepdims=True)
    return np.divide(e, z, out=np.zeros_like(e), where=z > 0)


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.shape[2] % n_heads:
        raise ValueError("bad n_heads")
    keep = True if context_mask is None else context_mask[:, None]
    cut = lambda a: np.split(a, n_heads, axis=2)
    parts = [
        softmax(q @ k.transpose(0, 2, 1) / q.shape[2] ** 0.5, keep) @ v
        for q, k, v in zip(cut(x @ w_q), cut(context @ w_k), cut(context @ w_v))
    ]
    return np.concatenate(parts, axis=2) @ w_o
