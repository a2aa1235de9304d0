import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("n_heads must divide d")
    q, k, v = ((x @ w).view(B, n, n_heads, d // n_heads).transpose(1, 2) for w in (w_q, w_k, w_v))
    allowed = torch.ones(n, n, dtype=torch.bool)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    bias = torch.zeros(allowed.shape, dtype=x.dtype).masked_fill(~allowed, float("-inf"))
    weights = torch.softmax(q @ k.mT / (d // n_heads) ** 0.5 + bias, dim=-1)
    heads = torch.nan_to_num(weights) @ v
    return heads.transpose(1, 2).reshape(B, n, d) @ w_o
