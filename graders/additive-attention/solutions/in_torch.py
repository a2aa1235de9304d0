import torch


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    hidden = torch.tanh((query @ w_q)[:, None, :] + keys @ w_k)  # (B, m, a)
    scores = hidden @ v  # (B, m)
    if key_mask is not None:
        # The lowest finite number instead of -inf: no NaN where all is hidden, not even backward.
        scores = scores.masked_fill(~key_mask, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if key_mask is not None:
        weights = weights.masked_fill(~key_mask, 0.0)  # only empty rows still hold anything there
    context = (weights[:, None, :] @ keys).squeeze(1)  # (B, d_k)
    return context, weights
