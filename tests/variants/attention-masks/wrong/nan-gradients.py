# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    bias = torch.zeros(n, m, dtype=s.dtype)
    if causal:
        bias = bias + torch.full((n, m), float("-inf"), dtype=s.dtype).triu(m - n + 1)
    if key_mask is not None:
        pad = torch.zeros(key_mask.shape, dtype=s.dtype).masked_fill(~key_mask, float("-inf"))
        bias = bias + pad[:, None, None, :]
    w = torch.softmax(s + bias, dim=-1)
    w = torch.where(torch.isnan(w), torch.zeros_like(w), w)
    return w @ v
