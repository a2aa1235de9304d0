# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    B, m, d_k = keys.shape
    q = (query @ w_q).unsqueeze(1)
    k = keys @ w_k
    energy = torch.tanh(q) + torch.tanh(k)
    scores = energy @ v
    if key_mask is not None:
        scores = scores.masked_fill(~key_mask, -1e9)
    weights = torch.softmax(scores, dim=-1)
    if key_mask is not None:
        weights = weights.masked_fill(~key_mask, 0.0)
    context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
    return context, weights
