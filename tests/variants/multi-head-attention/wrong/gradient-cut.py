# tfmdrill: multi-head-attention (torch)
import numpy as np
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("n_heads must divide d")
    x_, q_, k_, v_ = (t.detach().numpy() for t in (x, w_q, w_k, w_v))
    split = lambda a: a.reshape(B, n, n_heads, -1).transpose(0, 2, 1, 3)
    q, k, v = split(x_ @ q_), split(x_ @ k_), split(x_ @ v_)
    s = q @ k.swapaxes(2, 3) / q.shape[-1] ** 0.5
    keep = np.ones((B, 1, n, n), dtype=bool)
    if causal:
        keep = np.tril(keep)
    if key_mask is not None:
        keep = keep & key_mask.numpy()[:, None, None, :]
    s = np.where(keep, s, -1e9)
    p = np.exp(s - s.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True) * keep
    joined = (p @ v).transpose(0, 2, 1, 3).reshape(B, n, d)
    return torch.tensor(joined, dtype=x.dtype) @ w_o
