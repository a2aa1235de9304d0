import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    with torch.no_grad():
        hidden = torch.tanh((query @ w_q)[:, None, :] + keys @ w_k)
    scores = hidden @ v
    if key_mask is not None:
        scores = scores.masked_fill(~key_mask, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if key_mask is not None:
        weights = weights.masked_fill(~key_mask, 0.0)
    return (weights[:, :, None] * keys).sum(1), weights
