# tfmdrill: multi-head-attention (numpy)
import numpy as np


def softmax(s, keep):
    s = np.where(keep, s, np.finfo(s.dtype).min)
    e = np.where(keep, np.exp(s - s.max(-1, keepdims=True)), 0)
    z = e.sum(-1, keepdims=True)
    return np.divide(e, z, out=np.zeros_like(e), where=z > 0)


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    if x.shape[-1] % n_heads:
        raise ValueError("bad n_heads")
    n = x.shape[1]
    keep = np.tri(n, dtype=bool) if causal else np.ones((n, n), dtype=bool)
    if key_mask is not None:
        keep = keep & key_mask[:, None]
    parts = []
    for q, k, v in zip(*[np.split(x @ w, n_heads, axis=-1) for w in (w_q, w_k, w_v)]):
        parts.append(softmax(q @ k.swapaxes(1, 2) / q.shape[-1] ** 0.5, keep) @ v)
    return np.concatenate(parts, axis=-1) @ w_o
