import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.shape[-1] % n_heads != 0:
        raise ValueError("n_heads must divide d")
    q, k, v = (
        (a @ w).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for a, w in ((x, w_q), (context, w_k), (context, w_v))
    )
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if context_mask is not None:
        bias = torch.zeros(context_mask.shape, dtype=x.dtype)
        bias = bias.masked_fill(~context_mask, float("-inf"))
        scores = scores + bias[:, None, None, :]
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1))
    return (weights @ v).transpose(1, 2).flatten(-2) @ w_o
