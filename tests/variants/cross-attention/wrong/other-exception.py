# tfmdrill: cross-attention (torch)
import math

import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    m = context.shape[1]
    if d % n_heads != 0:
        raise RuntimeError("d must be divisible by n_heads")
    d_head = d // n_heads
    q = (x @ w_q).view(B, n, n_heads, d_head).transpose(1, 2)
    k = (context @ w_k).view(B, m, n_heads, d_head).transpose(1, 2)
    v = (context @ w_v).view(B, m, n_heads, d_head).transpose(1, 2)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_head)
    if context_mask is not None:
        scores = scores.masked_fill(~context_mask[:, None, None, :], -1e9)
    weights = torch.softmax(scores, dim=-1)
    if context_mask is not None:
        weights = weights.masked_fill(~context_mask[:, None, None, :], 0.0)
    out = torch.matmul(weights, v)
    out = out.transpose(1, 2).contiguous().view(B, n, d)
    return out @ w_o
