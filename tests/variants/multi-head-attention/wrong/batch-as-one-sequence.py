# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError("d % n_heads != 0")
    q = (x @ w_q).reshape(-1, n_heads, d // n_heads).transpose(0, 1)
    k = (x @ w_k).reshape(-1, n_heads, d // n_heads).transpose(0, 1)
    v = (x @ w_v).reshape(-1, n_heads, d // n_heads).transpose(0, 1)
    s = q @ k.transpose(1, 2) / (d // n_heads) ** 0.5
    keep = torch.ones(s.shape[1:], dtype=torch.bool)
    if causal:
        keep = keep.tril()
    if key_mask is not None:
        keep = keep & key_mask.flatten()
    p = s.masked_fill(~keep, -1e9).softmax(-1) * keep
    return (p @ v).transpose(0, 1).reshape(x.shape) @ w_o
