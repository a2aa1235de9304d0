import math

import torch
import torch.nn.functional as F


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    d = x.shape[-1]

    def norm1(t):
        return F.layer_norm(t, (d,), params["gamma1"], params["beta1"])

    def norm2(t):
        return F.layer_norm(t, (d,), params["gamma2"], params["beta2"])

    def attend(t):
        return attention(t, params, n_heads, causal, key_mask)

    if norm == "pre":
        x = x + attend(norm1(x))
        return x + mlp(norm2(x), params)
    x = norm1(x + attend(x))
    return norm2(x + mlp(x, params))


def attention(x, params, n_heads, causal, key_mask):
    B, n, d = x.shape

    def heads(weight):  # (B, h, n, d/h)
        return (x @ weight).view(B, n, n_heads, d // n_heads).transpose(1, 2)

    q, k, v = heads(params["w_q"]), heads(params["w_k"]), heads(params["w_v"])
    scores = q @ k.transpose(-2, -1) / math.sqrt(d // n_heads)
    allowed = torch.ones(n, n, dtype=torch.bool, device=x.device)
    if causal:
        allowed = allowed.tril()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    # A finite fill keeps empty rows free of NaN, forward and backward.
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0)
    return (weights @ v).transpose(1, 2).reshape(B, n, d) @ params["w_o"]


def mlp(x, params):
    return F.gelu(x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]
