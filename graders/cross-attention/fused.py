"""cross_attention through PyTorch's fused operation, to show agreement after a pass."""

import torch.nn.functional as F


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.shape[-1] % n_heads != 0:
        raise ValueError("n_heads must divide d")
    q, k, v = (
        (a @ w).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        for a, w in ((x, w_q), (context, w_k), (context, w_v))
    )
    allowed = None if context_mask is None else context_mask[:, None, None, :]
    heads = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
    return heads.transpose(1, 2).flatten(-2) @ w_o
