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
    low = torch.finfo(s.dtype).min
    top = s.masked_fill(~keep, low).amax(-1, keepdim=True).detach()
    e = torch.exp((s - top).clamp(max=0)) * keep
    w = e / e.sum(-1, keepdim=True)
    return torch.where(keep.any(-1, keepdim=True), w, 0.0) @ v
