# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(2, 3) / q.shape[3] ** 0.5
    n, m = s.shape[2:]
    keep = torch.ones(n, m, dtype=torch.bool)
    if causal:
        keep = torch.triu(keep, diagonal=m - n)
    if key_mask is not None:
        keep = keep * key_mask[:, None, None]
    s = s.masked_fill(keep.logical_not(), -torch.inf)
    return s.softmax(-1).nan_to_num() @ v
