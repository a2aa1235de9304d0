# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = torch.tanh((query @ w_q)[:, None] + keys @ w_k) @ v
    if key_mask is not None:
        s = s.masked_fill(~key_mask, -1e9)
    w = torch.softmax(s, 1)
    c = (w[:, :, None] * keys).sum(1)
    if key_mask is not None:
        w = w * key_mask
    return c, w
