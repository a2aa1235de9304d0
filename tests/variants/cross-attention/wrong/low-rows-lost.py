# tfmdrill: cross-attention (torch)
import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("bad heads")
    hd = d // n_heads
    m = context.shape[1]
    q = (x @ w_q).view(B, n, n_heads, hd).transpose(1, 2)
    k = (context @ w_k).view(B, m, n_heads, hd).transpose(1, 2)
    v = (context @ w_v).view(B, m, n_heads, hd).transpose(1, 2)
    s = q @ k.transpose(-1, -2) / hd**0.5
    if context_mask is not None:
        ok = context_mask[:, None, None, :]
        s = s.masked_fill(~ok, -1e4)
        p = torch.softmax(s, -1) * ok
    else:
        p = torch.softmax(s, -1)
    return (p @ v).transpose(1, 2).reshape(B, n, d) @ w_o
