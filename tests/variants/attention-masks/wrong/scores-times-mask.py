# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    mask = torch.ones(1, 1, n, m, dtype=q.dtype)
    if causal:
        mask = torch.tril(mask, m - n)
    if key_mask is not None:
        mask = mask * key_mask[:, None, None, :]
    out = torch.softmax(s * mask, dim=-1) @ v
    return out * (mask.sum(-1, keepdim=True) > 0)
