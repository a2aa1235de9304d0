# tfmdrill: multi-head-attention:sequence-first (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads:
        raise ValueError("n_heads must divide d")
    q, k, v = ((x @ w).view(n, B, n_heads, -1).permute(1, 2, 0, 3) for w in (w_q, w_k, w_v))
    keep = torch.ones(n, n, dtype=torch.bool)
    if causal:
        keep = keep.tril()
    if key_mask is not None:
        keep = keep & key_mask[:, None, None]
    s = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~keep, torch.finfo(x.dtype).min)
    a = s.softmax(-1).masked_fill(~keep, 0.0)
    return (a @ v).transpose(1, 2).flatten(2) @ w_o
