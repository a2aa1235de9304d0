# tfmdrill: sliding-window-attention (torch)
"""All scores, then a mask for the window."""

import torch


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    n = q.shape[-2]
    scores = q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5
    band = torch.ones(n, n, dtype=torch.bool).tril().triu(1 - window)
    return torch.softmax(scores.masked_fill(~band, float("-inf")), dim=-1) @ v
