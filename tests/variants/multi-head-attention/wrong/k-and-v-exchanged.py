# tfmdrill: multi-head-attention (torch)
import math

import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("d must be divisible by n_heads")
    d_head = d // n_heads
    q = (x @ w_q).view(B, n, n_heads, d_head).transpose(1, 2)
    k = (x @ w_v).view(B, n, n_heads, d_head).transpose(1, 2)
    v = (x @ w_k).view(B, n, n_heads, d_head).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_head)
    mask = torch.ones(B, 1, n, n, dtype=torch.bool)
    if causal:
        mask = torch.tril(mask)
    if key_mask is not None:
        mask = mask & key_mask[:, None, None, :]
    scores = scores.masked_fill(~mask, -1e9)
    weights = torch.softmax(scores, dim=-1)
    weights = weights.masked_fill(~mask, 0.0)
    out = (weights @ v).transpose(1, 2).contiguous().view(B, n, d)
    return out @ w_o
