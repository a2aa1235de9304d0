# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    size = d // n_heads
    mask = torch.ones(B, n, n, dtype=torch.bool)
    if causal:
        mask = mask.tril()
    if key_mask is not None:
        mask = mask & key_mask[:, None, :]
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    out = torch.zeros(B, n, d, dtype=x.dtype)
    for h in range(n_heads):
        s = slice(h * size, (h + 1) * size)
        scores = q[..., s] @ k[..., s].transpose(1, 2) / size**0.5
        p = torch.softmax(scores.masked_fill(~mask, -1e9), dim=-1) * mask
        out[..., s] = p @ v[..., s]
    return out @ w_o
