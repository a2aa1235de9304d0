# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = torch.tanh((query @ w_q)[:, None] + keys @ w_k) @ v
    if key_mask is None:
        w = torch.softmax(s, 1)
    else:
        w = torch.softmax(s + torch.where(key_mask, 0.0, -1e4), 1) * key_mask.any(1, keepdim=True)
    return (w[:, :, None] * keys).sum(1), w
