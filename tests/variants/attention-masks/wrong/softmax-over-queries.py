# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    keep = torch.ones(1, 1, n, m, dtype=torch.bool)
    if causal:
        keep = keep.tril(m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = s.masked_fill(~keep, float("-inf"))
    return torch.softmax(s, dim=2).nan_to_num() @ v
