# tfmdrill: grouped-query-attention (torch)
import torch
from einops import einsum, rearrange


def grouped_query_attention(q, k, v, *, causal=False):
    if q.shape[1] % k.shape[1]:
        raise ValueError("h_kv must divide h_q")
    q = rearrange(q, "b (h g) n d -> b h g n d", h=k.shape[1])
    scores = einsum(q, k, "b h g n d, b h s d -> b h n s") / q.shape[-1] ** 0.5
    n, s = scores.shape[-2:]
    mask = torch.ones(n, s, dtype=torch.bool)
    if causal:
        mask = mask.tril(s - n)
    attention = torch.softmax(scores.masked_fill(~mask, -1e9), dim=-1) * mask
    return einsum(attention, v, "b h n s, b h s d -> b h n d")
