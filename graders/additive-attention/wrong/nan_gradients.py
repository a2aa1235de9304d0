import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    scores = torch.tanh((query @ w_q)[:, None, :] + keys @ w_k) @ v
    if key_mask is not None:
        bias = torch.zeros(scores.shape, dtype=scores.dtype)
        scores = scores + bias.masked_fill(~key_mask, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1))
    return (weights[:, :, None] * keys).sum(1), weights
