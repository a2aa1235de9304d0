# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q.float() @ k.float().transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    if causal:
        s = s + torch.ones(n, m).triu(m - n + 1) * -1e30
    if key_mask is not None:
        s = s + (1.0 - key_mask[:, None, None, :].float()) * -1e30
    return torch.softmax(s, dim=-1).to(v.dtype) @ v
