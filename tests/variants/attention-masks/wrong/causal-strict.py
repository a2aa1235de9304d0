# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    if causal:
        s = s.masked_fill(torch.triu(torch.ones(n, m), diagonal=m - n) == 1, float("-inf"))
    if key_mask is not None:
        s = s.masked_fill(key_mask[:, None, None, :] == 0, float("-inf"))
    w = torch.softmax(s, -1)
    w = torch.where(torch.isnan(w), torch.zeros_like(w), w)
    return w @ v
