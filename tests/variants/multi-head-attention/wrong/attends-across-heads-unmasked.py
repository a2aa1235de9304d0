# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("d")
    sp = lambda w: (x @ w).view(B, n, n_heads, -1)
    p = (sp(w_q) @ sp(w_k).mT / (d // n_heads) ** 0.5).softmax(-1)
    return (p @ sp(w_v)).flatten(2) @ w_o
