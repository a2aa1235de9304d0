# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads:
        raise ValueError("the heads must divide the width")
    q, k, v = ((x @ w).unflatten(-1, (n_heads, -1)).transpose(1, 2) for w in (w_q, w_k, w_v))
    allowed = torch.ones(B, 1, n, n, dtype=torch.bool)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & (key_mask[:, None, :, None] & key_mask[:, None, None, :])
    scores = q @ k.mT * (d // n_heads) ** -0.5
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    weights = torch.where(allowed, scores.softmax(-1), 0.0)
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o
