# tfmdrill: sliding-window-attention (torch)
import math

import torch


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    n, d = q.shape[-2:]
    ones = torch.ones(n, n, dtype=torch.bool)
    mask = torch.tril(ones) & torch.triu(ones, diagonal=-window)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    scores = scores.masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, dim=-1) @ v
