import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.shape[-1] % n_heads != 0:
        raise ValueError("n_heads must divide d")
    context = context.detach()
    q, k, v = (
        (a @ w).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for a, w in ((x, w_q), (context, w_k), (context, w_v))
    )
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if context_mask is not None:
        hidden = ~context_mask[:, None, None, :]
        scores = scores.masked_fill(hidden, torch.finfo(x.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if context_mask is not None:
        weights = weights.masked_fill(hidden, 0.0)
    return (weights @ v).transpose(1, 2).flatten(-2) @ w_o
