# tfmdrill: attention-masks (torch)
import math

import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    keep = torch.ones(1, 1, n, m, dtype=torch.bool)
    if causal:
        keep = keep.tril()
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = (q @ k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
    s = s.masked_fill(~keep, torch.finfo(s.dtype).min)
    return (s.softmax(-1) * keep.any(-1, keepdim=True)) @ v
