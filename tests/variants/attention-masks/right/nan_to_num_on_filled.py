# tfmdrill: attention-masks (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    """masked_fill stops the NaN on the way back, so nan_to_num is enough here."""
    scores = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(q.size(3))
    n, m = scores.shape[2:]
    if causal:
        future = torch.arange(m, device=q.device)[None] > torch.arange(n, device=q.device)[:, None] + m - n
        scores = scores.masked_fill(future, float("-inf"))
    if key_mask is not None:
        scores = scores.masked_fill(key_mask.logical_not()[:, None, None], float("-inf"))
    print("largest score:", scores.max())
    return torch.nan_to_num(scores.softmax(dim=-1), nan=0.0) @ v
