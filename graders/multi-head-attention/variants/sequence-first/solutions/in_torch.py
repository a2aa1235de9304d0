# tfmdrill: multi-head-attention:sequence-first (torch)
import math

import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    n, B, d = x.shape
    if d % n_heads != 0:
        raise ValueError(f"d = {d} is not a multiple of n_heads = {n_heads}")

    def split(a):  # (n, B, d) -> (B, h, n, d/h)
        return a.view(n, B, n_heads, d // n_heads).permute(1, 2, 0, 3)

    q, k, v = split(x @ w_q), split(x @ w_k), split(x @ w_v)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d // n_heads)  # (B, h, n, n)
    allowed = torch.ones(n, n, dtype=torch.bool, device=x.device)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    # The lowest finite number instead of -inf: an empty row then has no NaN, forward or backward.
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0)
    heads = weights @ v
    return heads.permute(2, 0, 1, 3).reshape(n, B, d) @ w_o
