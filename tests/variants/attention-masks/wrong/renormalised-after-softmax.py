# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    w = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
    n, m = w.shape[-2:]
    keep = torch.ones(n, m, dtype=torch.bool)
    if causal:
        keep = keep.tril(m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    w = w.masked_fill(~keep, 0)
    return w / w.sum(-1, keepdim=True).masked_fill(~keep.any(-1, keepdim=True), 1.0) @ v
