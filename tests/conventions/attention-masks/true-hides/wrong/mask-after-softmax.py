# tfmdrill: attention-masks:true-hides (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
    if causal:
        weights = weights.masked_fill(torch.ones(n, m, dtype=torch.bool).triu(m - n + 1), 0.0)
    if key_mask is not None:
        weights = weights.masked_fill(key_mask[:, None, None], 0.0)
    return weights @ v
