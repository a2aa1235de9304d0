import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    B, n, d = x.shape
    if d % n_heads != 0:
        raise ValueError("n_heads must divide d")
    width = d // n_heads
    allowed = torch.ones(B, n, n, dtype=torch.bool)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, :]
    joined = torch.zeros(B, n, d, dtype=x.dtype)
    for i in range(n_heads):
        own = slice(i * width, (i + 1) * width)
        q, k, v = x @ w_q[:, own], x @ w_k[:, own], x @ w_v[:, own]
        scores = q @ k.mT / width**0.5
        scores = scores.masked_fill(~allowed, torch.finfo(x.dtype).min)
        joined[..., own] = (torch.softmax(scores, -1).masked_fill(~allowed, 0.0) @ v).data
    return joined @ w_o
