# tfmdrill: additive-attention (torch)
import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    B, m, d_k = keys.shape
    if key_mask is not None:
        keys = keys * key_mask.unsqueeze(-1)
    q = (query @ w_q).unsqueeze(1)
    k = keys @ w_k
    energy = torch.tanh(q + k)
    scores = energy @ v
    weights = torch.softmax(scores, dim=-1)
    context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
    return context, weights
