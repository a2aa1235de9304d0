# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    keep = None
    if causal:
        keep = torch.ones(n, m, dtype=torch.bool).tril(m - n)
    if key_mask is not None:
        keep = key_mask.reshape(-1, 1, 1, m)
    if keep is not None:
        s = torch.where(keep, s, torch.finfo(s.dtype).min)
    w = torch.softmax(s, -1)
    if keep is not None:
        w = torch.where(keep, w, 0)
    return w @ v
