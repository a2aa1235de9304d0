# tfmdrill: grouped-query-attention (torch)
import math

import torch


def repeat_kv(x, n_rep):
    """torch.repeat_interleave(x, dim=2, repeats=n_rep)"""
    bs, slen, n_kv_heads, head_dim = x.shape
    x = x[:, :, :, None, :].expand(bs, slen, n_kv_heads, n_rep, head_dim)
    return x.reshape(bs, slen, n_kv_heads * n_rep, head_dim)


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1], k.shape[2]
    if h_q % h_kv != 0:
        raise ValueError("h_q must be a multiple of h_kv")
    g = h_q // h_kv
    k = repeat_kv(k, g)
    v = repeat_kv(v, g)
    m = k.shape[2]
    scores = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(d)
    mask = torch.ones(n, m, dtype=torch.bool)
    if causal:
        mask = torch.tril(mask, diagonal=m - n)
    weights = torch.softmax(scores.masked_fill(~mask, -1e9), dim=-1)
    weights = weights * mask
    return weights @ v
