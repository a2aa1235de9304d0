# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    B, m, d_k = keys.shape
    q = (query @ w_q).unsqueeze(1)
    k = keys @ w_k
    energy = torch.tanh(q + k)
    scores = energy @ v
    if key_mask is not None:
        scores = scores + torch.zeros_like(scores).masked_fill(~key_mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    if key_mask is not None:
        weights = torch.where(weights.isnan(), 0.0, weights)
    context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
    return context, weights
