# tfmdrill: cross-attention (numpy)
import numpy as np


def split_heads(a, h):
    B, length, d = a.shape
    return a.reshape(B, length, h, d // h).transpose(0, 2, 1, 3)


def merge_heads(a):
    B, h, length, w = a.shape
    return a.transpose(0, 2, 1, 3).reshape(B, length, h * w)


def softmax(a):
    a = np.exp(a)
    return a / a.sum(axis=-1, keepdims=True)


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.shape[-1] % n_heads:
        raise ValueError("n_heads must divide d")
    q = split_heads(x @ w_q, n_heads)
    k = split_heads(context @ w_k, n_heads)
    v = split_heads(context @ w_v, n_heads)
    logits = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if context_mask is not None:
        keep = context_mask[:, None, None, :]
        logits = np.where(keep, logits, -1e9)
        attn = np.where(keep.any(-1, keepdims=True), softmax(logits), 0.0)
    else:
        attn = softmax(logits)
    return merge_heads(attn.astype(x.dtype) @ v) @ w_o
