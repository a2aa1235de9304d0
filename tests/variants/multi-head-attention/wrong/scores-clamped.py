# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("d")
    sp = lambda w: (x @ w).view(B, n, n_heads, -1).transpose(1, 2)
    ok = torch.ones(B, 1, n, n, dtype=torch.bool)
    if causal:
        ok = ok.tril()
    if key_mask is not None:
        ok = ok & key_mask[:, None, None]
    s = (sp(w_q) @ sp(w_k).mT / (d // n_heads) ** 0.5).clamp(-50, 50)
    p = s.masked_fill(~ok, -1e30).softmax(-1) * ok
    return (p @ sp(w_v)).transpose(1, 2).flatten(2) @ w_o
