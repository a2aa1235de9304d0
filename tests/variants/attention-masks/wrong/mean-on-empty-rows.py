# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    low = torch.finfo(s.dtype).min
    if causal:
        s = s.masked_fill(torch.ones(n, m, dtype=torch.bool).triu(m - n + 1), low)
    if key_mask is not None:
        s = s.masked_fill(~key_mask[:, None, None, :], low)
    return torch.softmax(s, dim=-1) @ v
