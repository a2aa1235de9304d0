import math

import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"d = {d} is not a multiple of n_heads = {n_heads}")

    def split(a):  # (B, length, d) -> (B, h, length, d/h)
        return a.unflatten(-1, (n_heads, d // n_heads)).transpose(1, 2)

    q, k, v = split(x @ w_q), split(context @ w_k), split(context @ w_v)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d // n_heads)  # (B, h, n, m)
    if context_mask is not None:
        hidden = ~context_mask[:, None, None, :]
        # The lowest finite number instead of -inf: no NaN where all is hidden, not even backward.
        scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if context_mask is not None:
        weights = weights.masked_fill(hidden, 0.0)  # only empty rows still hold anything there
    return (weights @ v).transpose(1, 2).reshape(B, n, d) @ w_o
