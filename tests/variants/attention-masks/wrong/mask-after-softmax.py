# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    weights = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
    n, m = weights.shape[-2:]
    if causal:
        weights = weights * torch.ones(n, m, dtype=q.dtype).tril(m - n)
    if key_mask is not None:
        weights = weights * key_mask[:, None, None, :]
    return weights @ v
