# tfmdrill: attention-masks:true-hides (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.size(2), k.size(2)
    keep = torch.ones((q.size(0), 1, n, m), dtype=torch.bool)
    if key_mask is not None:
        keep = keep & key_mask.logical_not().view(q.size(0), 1, 1, m)
    if causal:
        keep = keep & (torch.arange(m) <= torch.arange(n).unsqueeze(1) + m - n)
    scores = torch.einsum("bhnd,bhmd->bhnm", q, k) * q.size(-1) ** -0.5
    top = scores.masked_fill(~keep, torch.finfo(q.dtype).min).amax(-1, keepdim=True)
    e = torch.where(keep, torch.where(keep, scores - top, 0.0).exp(), 0.0)
    return torch.einsum("bhnm,bhmd->bhnd", e / e.sum(-1, keepdim=True).clamp(min=1e-7), v)
