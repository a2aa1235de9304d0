# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    keep = torch.ones(n, m, dtype=torch.bool)
    if causal:
        keep = keep.tril(m - n)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None, :]
    s = s + torch.where(keep, 0.0, float("-inf")).to(s.dtype)
    top = s.amax(-1, keepdim=True).detach()
    e = torch.exp(s - top.masked_fill(top.isinf(), 0.0))
    w = e / e.sum(-1, keepdim=True)
    return torch.where(keep.any(-1, keepdim=True), w, torch.zeros_like(w)) @ v
