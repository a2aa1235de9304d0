# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("d % n_heads != 0")
    q, k, v = ((x @ w) for w in (w_q, w_k, w_v))
    q, k, v = (a.view(B, n, n_heads, -1).transpose(1, 2).reshape(B * n_heads, n, -1) for a in (q, k, v))
    s = q @ k.transpose(1, 2) * (d // n_heads) ** -0.5
    keep = torch.ones(n_heads * B, n, n, dtype=torch.bool)
    if causal:
        keep = keep.tril()
    if key_mask is not None:
        keep = keep & key_mask.repeat(n_heads, 1)[:, None, :]
    p = torch.softmax(s.masked_fill(~keep, -1e9), dim=-1) * keep
    return (p @ v).view(B, n_heads, n, -1).transpose(1, 2).reshape(B, n, d) @ w_o
