# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-1, -2) / q.size(-1) ** 0.5
    n, m = s.shape[-2:]
    if key_mask is not None:
        s = s.masked_fill(~key_mask[:, None, :, None], float("-inf"))
    if causal:
        i = torch.arange(n)[:, None] + m - n
        s = s.masked_fill(torch.arange(m) > i, float("-inf"))
    return torch.nan_to_num(torch.softmax(s, -1)) @ v
