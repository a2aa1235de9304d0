# tfmdrill: encoder-decoder-block (torch)
import math

import torch
import torch.nn.functional as F


def attend(query, context, w_q, w_k, w_v, w_o, n_heads, mask):
    B, n, d = query.shape
    m = context.shape[1]
    d_head = d // n_heads
    q = (query @ w_q).view(B, n, n_heads, d_head).transpose(1, 2)
    k = (context @ w_k).view(B, m, n_heads, d_head).transpose(1, 2)
    v = (context @ w_v).view(B, m, n_heads, d_head).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_head)
    scores = scores.masked_fill(~mask, -1e9)
    weights = F.softmax(scores, dim=-1)
    weights = weights * mask.any(dim=-1, keepdim=True)
    out = (weights @ v).transpose(1, 2).contiguous().view(B, n, d)
    return out @ w_o


def make_mask(padding, shape):
    mask = torch.ones(shape, dtype=torch.bool)
    if padding is not None:
        mask = mask & padding[:, None, None, :]
    return mask


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    n, m = x.shape[1], memory.shape[1]
    self_mask = make_mask(key_mask, (n, n)) & torch.tril(torch.ones(n, n, dtype=torch.bool))
    masked = memory_mask is not None and memory_mask.any()
    cross_mask = make_mask(memory_mask if masked else None, (n, m))

    def norm(t, i):
        return F.layer_norm(t, t.shape[-1:], p[f"gamma{i}"], p[f"beta{i}"])

    def self_attention(t):
        return attend(t, t, p["w_q"], p["w_k"], p["w_v"], p["w_o"], n_heads, self_mask)

    def cross_attention(t):
        return attend(t, memory, p["x_q"], p["x_k"], p["x_v"], p["x_o"], n_heads, cross_mask)

    def mlp(t):
        return F.gelu(t @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]

    x = x + self_attention(norm(x, 1))
    x = x + cross_attention(norm(x, 3))
    x = x + mlp(norm(x, 2))
    return x
