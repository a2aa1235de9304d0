# tfmdrill: cross-attention (torch)
import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    size = x.shape[-1] // n_heads
    q, k, v = x @ w_q, context @ w_k, context @ w_v
    out = torch.zeros_like(x)
    for h in range(n_heads):
        s = slice(h * size, (h + 1) * size)
        scores = q[..., s] @ k[..., s].transpose(1, 2) / size**0.5
        if context_mask is not None:
            scores = scores.masked_fill(~context_mask[:, None], -1e9)
        p = torch.softmax(scores, dim=-1)
        if context_mask is not None:
            p = p * context_mask[:, None]
        out[..., s] = p @ v[..., s]
    return out @ w_o
