# tfmdrill: attention-masks (torch)
import torch
import torch.nn.functional as F


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    B, h, n, d = q.shape
    m = k.shape[2]
    keep = torch.ones(B, 1, n, m, dtype=torch.bool, device=q.device)
    if causal:
        keep = keep & ~torch.triu(torch.ones(n, m, dtype=torch.bool, device=q.device), diagonal=m - n + 1)
    if key_mask is not None:
        keep = keep & key_mask.view(B, 1, 1, m)
    bias = torch.zeros(keep.shape, dtype=q.dtype, device=q.device)
    bias.masked_fill_(~keep, torch.finfo(q.dtype).min / 2)
    w = F.softmax(torch.einsum("bhnd,bhmd->bhnm", q, k) / d**0.5 + bias, dim=-1)
    return torch.einsum("bhnm,bhmv->bhnv", w * keep.any(-1, keepdim=True), v)
