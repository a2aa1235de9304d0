# tfmdrill: attention-masks (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])
    n, m = scores.shape[-2:]
    if causal:
        scores = scores.masked_fill(torch.ones(n, m).triu(m - n + 1).bool(), float("-inf"))
    if key_mask is not None:
        scores = scores.masked_fill(~key_mask.unsqueeze(1), float("-inf"))
    return torch.nan_to_num(scores.softmax(dim=-1)) @ v
