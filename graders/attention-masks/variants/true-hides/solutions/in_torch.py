# tfmdrill: attention-masks:true-hides (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, h, n, m)
    hidden = torch.zeros(n, m, dtype=torch.bool, device=q.device)
    if causal:
        hidden = ~(~hidden).tril(m - n)  # the last query sees the last key
    if key_mask is not None:
        hidden = hidden | key_mask[:, None, None, :]
    # The lowest finite number instead of -inf: an empty row then has no NaN, forward or backward.
    scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    return weights.masked_fill(hidden, 0.0) @ v  # only empty rows still hold anything there
