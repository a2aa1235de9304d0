# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(2, 3) / q.shape[3] ** 0.5
    n, m = s.shape[2:]
    if causal:
        causal_mask = torch.tril(torch.ones(n, m, dtype=torch.bool), diagonal=m - n)
        s = s.masked_fill(causal_mask, -torch.inf)
    if key_mask is not None:
        s = s.masked_fill(~key_mask[:, None, None], -torch.inf)
    return s.softmax(-1).nan_to_num() @ v
