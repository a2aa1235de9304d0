# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[2], k.shape[2]
    if causal:
        mask = torch.tril(torch.ones(n, m), m - n).bool()[None, None]
    elif key_mask is not None:
        mask = key_mask[:, None, None, :]
    else:
        mask = torch.ones(1, 1, n, m).bool()
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s.masked_fill(~mask, torch.finfo(s.dtype).min)
    return s.softmax(-1).masked_fill(~mask, 0) @ v
