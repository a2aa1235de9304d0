# tfmdrill: multi-head-attention (numpy)
import numpy as np


def split_heads(a, h):
    B, n, d = a.shape
    return a.reshape(B, n, d // h, h).transpose(0, 3, 1, 2)


def merge_heads(a):
    B, h, n, w = a.shape
    return a.transpose(0, 2, 3, 1).reshape(B, n, h * w)


def softmax(a):
    a = np.exp(a - a.max(axis=-1, keepdims=True))
    return a / a.sum(axis=-1, keepdims=True)


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    if x.shape[-1] % n_heads:
        raise ValueError("n_heads must divide d")
    n = x.shape[1]
    q, k, v = [split_heads(x @ w, n_heads) for w in (w_q, w_k, w_v)]
    logits = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    hidden = np.zeros((x.shape[0], 1, n, n), dtype=bool)
    if causal:
        hidden = hidden | np.triu(np.ones((n, n), dtype=bool), k=1)
    if key_mask is not None:
        hidden = hidden | ~key_mask[:, None, None, :]
    logits = np.where(hidden, -1e9, logits)
    attn = softmax(logits)
    attn = np.where(hidden, 0.0, attn).astype(x.dtype)
    return merge_heads(attn @ v) @ w_o
