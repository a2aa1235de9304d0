# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    mask = None
    if causal:
        mask = torch.ones(n, m, dtype=torch.bool).tril(m - n)[None, None]
    if key_mask is not None:
        key_mask = key_mask[:, None, None, :]
        mask = key_mask if mask is None else mask & key_mask
    s = q @ k.mT * k.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(mask, float("-inf"))
    return s.softmax(-1).nan_to_num() @ v
