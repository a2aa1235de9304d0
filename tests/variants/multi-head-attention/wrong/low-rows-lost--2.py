# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("n_heads must divide d")
    out = torch.zeros_like(x)
    for q, k, v, o in zip(
        *(w.chunk(n_heads, dim=1) for w in (w_q, w_k, w_v)), w_o.chunk(n_heads, dim=0)
    ):
        s = torch.bmm(x @ q, (x @ k).transpose(1, 2)) * q.shape[1] ** -0.5
        hide = torch.zeros(B, n, n, dtype=torch.bool)
        if causal:
            hide |= torch.ones(n, n).triu(1).bool()
        if key_mask is not None:
            hide |= ~key_mask.unsqueeze(1)
        p = torch.softmax(s.masked_fill(hide, -100.0), dim=-1) * ~hide
        out = out + p @ (x @ v) @ o  # the sum over heads is what joining and w_o amount to
    return out
