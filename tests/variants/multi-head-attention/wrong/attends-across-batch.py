# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads != 0:
        raise ValueError("embed_dim must be divisible by num_heads")
    w = d // n_heads
    q = (x @ w_q).reshape(n, B * n_heads, w).transpose(0, 1)
    k = (x @ w_k).reshape(n, B * n_heads, w).transpose(0, 1)
    v = (x @ w_v).reshape(n, B * n_heads, w).transpose(0, 1)
    scores = (torch.bmm(q, k.transpose(1, 2)) / w**0.5).view(B, n_heads, n, n)
    mask = torch.ones(n, n, dtype=torch.bool)
    if causal:
        mask = mask.tril()
    if key_mask is not None:
        mask = mask & key_mask[:, None, None, :]
    scores = scores.masked_fill(~mask, -1e9)
    attn = (scores.softmax(-1) * mask).view(B * n_heads, n, n)
    return torch.bmm(attn, v).transpose(0, 1).reshape(n, B, d) @ w_o
