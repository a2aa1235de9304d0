"""multi_head_attention through PyTorch's fused operation, to show agreement after a pass."""

import torch
import torch.nn.functional as F


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"d = {d} is not a multiple of n_heads = {n_heads}")
    q, k, v = ((x @ w).view(B, n, n_heads, d // n_heads).transpose(1, 2) for w in (w_q, w_k, w_v))
    allowed = torch.ones(n, n, dtype=torch.bool, device=x.device)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    heads = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
    return heads.transpose(1, 2).reshape(B, n, d) @ w_o
