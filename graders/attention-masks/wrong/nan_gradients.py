import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    allowed = torch.ones(n, m, dtype=torch.bool, device=q.device)
    if causal:
        allowed = allowed.tril(m - n)
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    bias = torch.zeros(allowed.shape, dtype=scores.dtype, device=q.device)
    bias = bias.masked_fill(~allowed, float("-inf"))
    weights = torch.softmax(scores + bias, dim=-1)
    return torch.nan_to_num(weights) @ v
