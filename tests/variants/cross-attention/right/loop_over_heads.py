# tfmdrill: cross-attention (torch)
import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    d = x.shape[-1]
    if d % n_heads:
        raise ValueError("n_heads must divide d")
    keep = torch.ones(context.shape[:2], dtype=torch.bool) if context_mask is None else context_mask
    keep = keep[:, None, :]
    out = torch.zeros_like(x)
    for cols in torch.arange(d).chunk(n_heads):
        s = torch.bmm(x @ w_q[:, cols], (context @ w_k[:, cols]).transpose(1, 2)) / len(cols) ** 0.5
        p = torch.softmax(torch.where(keep, s, -1e30), dim=-1) * keep
        out = out + torch.bmm(p, context @ w_v[:, cols]) @ w_o[cols]
    return out
