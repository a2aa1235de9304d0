# tfmdrill: transformer-block (torch)
import math

import torch
from torch import nn


def linear(x, w, b=None):
    y = x @ w
    return y if b is None else y + b


def ln(x, g, b):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return g * (x - mean) / torch.sqrt(var + 1e-5) + b


def split_heads(x, h):
    return x.reshape(x.shape[0], x.shape[1], h, -1).permute(0, 2, 1, 3)


def merge_heads(x):
    return x.permute(0, 2, 1, 3).flatten(2)


def masked_softmax(att, bias):
    top = att.masked_fill(bias, float("-inf")).max(dim=-1, keepdim=True).values
    top = top.masked_fill(top == float("-inf"), 0)
    e = torch.exp(att - top).masked_fill(bias, 0)
    total = e.sum(-1, keepdim=True)
    return e / total.masked_fill(total == 0, 1)


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    b, t, d = x.shape
    hide = torch.zeros(b, 1, t, t, dtype=torch.bool)
    if causal:
        hide = hide | torch.ones(t, t, dtype=torch.bool).triu(1)
    if key_mask is not None:
        hide = hide | ~key_mask.unsqueeze(1).unsqueeze(2)
    pre = norm == "pre"

    # self-attention
    shortcut = x
    if pre:
        x = ln(x, params["gamma1"], params["beta1"])
    q = split_heads(linear(x, params["w_q"]), n_heads)
    k = split_heads(linear(x, params["w_k"]), n_heads)
    v = split_heads(linear(x, params["w_v"]), n_heads)
    att = torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(d // n_heads)
    y = merge_heads(masked_softmax(att, hide) @ v)
    x = shortcut + linear(y, params["w_o"])
    if not pre:
        x = ln(x, params["gamma1"], params["beta1"])

    # MLP
    if pre:
        x = ln(x, params["gamma2"], params["beta2"])
    x = nn.functional.gelu(linear(x, params["w1"], params["b1"]))
    x = shortcut + linear(x, params["w2"], params["b2"])
    if not pre:
        x = ln(x, params["gamma2"], params["beta2"])
    return x
