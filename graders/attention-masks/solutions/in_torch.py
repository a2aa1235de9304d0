import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, h, n, m)
    allowed = torch.ones(n, m, dtype=torch.bool, device=q.device)
    if causal:
        allowed = allowed.tril(m - n)  # the last query sees the last key
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    # The lowest finite number instead of -inf: an empty row then has no NaN, forward or backward.
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    return weights.masked_fill(~allowed, 0.0) @ v  # only empty rows still hold anything there
