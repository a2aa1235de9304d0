# tfmdrill: flash-attention (torch)
"""Plain attention that takes a block size and makes no use of it."""

import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be at least 1")
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5
    if causal:
        hidden = torch.ones(n, m, dtype=torch.bool).triu(m - n + 1)
        scores = scores.masked_fill(hidden, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.nan_to_num(weights, nan=0.0) @ v
