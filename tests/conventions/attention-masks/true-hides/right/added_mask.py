# tfmdrill: attention-masks:true-hides (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    hidden = torch.zeros(q.shape[0], 1, n, m, dtype=torch.bool)
    if key_mask is not None:
        hidden = hidden + key_mask[:, None, None]
    if causal:
        hidden = hidden + torch.ones(n, m, dtype=torch.bool).triu(m - n + 1)
    scores = (q / math.sqrt(q.shape[-1])) @ k.mT
    scores = torch.where(hidden, torch.finfo(q.dtype).min, scores)
    weights = scores.softmax(-1) * (~hidden)
    return weights @ v
