# tfmdrill: attention-masks (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    """key_mask as in nn.MultiheadAttention."""
    n, m = q.shape[-2], k.shape[-2]
    ignore = torch.zeros(1, 1, n, m, dtype=torch.bool)
    if causal:
        ignore = ignore | torch.triu(torch.ones(n, m, dtype=torch.bool), m - n + 1)
    if key_mask is not None:
        ignore = ignore | key_mask[:, None, None, :]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores.masked_fill(ignore, float("-inf")), dim=-1)
    return weights.nan_to_num(0.0) @ v
