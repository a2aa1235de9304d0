# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    scores = torch.einsum("bhnd,bhmd->bhnm", q, k) * q.shape[-1] ** -0.5
    if key_mask is not None:
        scores.masked_fill(~key_mask[:, None, None, :], float("-inf"))
    if causal:
        n, m = scores.shape[-2:]
        future = torch.ones(n, m, dtype=torch.bool).triu(m - n + 1)
        scores = scores.masked_fill(future, float("-inf"))
    return torch.nan_to_num(scores.softmax(-1)) @ v
