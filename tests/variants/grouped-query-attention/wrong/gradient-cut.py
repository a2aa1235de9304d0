# tfmdrill: grouped-query-attention (torch)
import math

import torch


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1], k.shape[2]
    if h_q % h_kv != 0:
        raise ValueError("h_q must be a multiple of h_kv")
    g = h_q // h_kv
    k = torch.tensor(k[:, torch.arange(h_q) // g].tolist(), dtype=q.dtype)
    v = torch.tensor(v[:, torch.arange(h_q) // g].tolist(), dtype=q.dtype)
    scores = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(d)
    mask = torch.ones(n, m, dtype=torch.bool)
    if causal:
        mask = torch.tril(mask, diagonal=m - n)
    weights = torch.softmax(scores.masked_fill(~mask, -1e9), dim=-1)
    weights = weights * mask
    return weights @ v
