# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    keep = torch.ones(n, m, dtype=torch.bool)
    if causal:
        keep = keep.tril(m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = (q @ k.mT).masked_fill(~keep, torch.finfo(q.dtype).min)
    return s.softmax(-1).masked_fill(~keep, 0) @ v
