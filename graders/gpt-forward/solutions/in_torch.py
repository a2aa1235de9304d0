import math

import torch
import torch.nn.functional as F


def gpt_forward(ids, params, *, n_heads):
    tok, pos = params["tok"], params["pos"]
    n, known = ids.shape[1], pos.shape[0]
    if n > known:
        raise ValueError(f"{n} tokens, but the table has {known} positions")
    x = tok[ids] + pos[:n]
    for p in params["blocks"]:
        x = x + attention(norm(x, p["gamma1"], p["beta1"]), p, n_heads)
        x = x + mlp(norm(x, p["gamma2"], p["beta2"]), p)
    return norm(x, params["gamma_f"], params["beta_f"]) @ tok.T


def norm(x, gamma, beta):
    return F.layer_norm(x, gamma.shape, gamma, beta)


def attention(x, p, n_heads):
    B, n, d = x.shape

    def heads(weight):  # (B, h, n, d/h)
        return (x @ weight).view(B, n, n_heads, d // n_heads).transpose(1, 2)

    q, k, v = heads(p["w_q"]), heads(p["w_k"]), heads(p["w_v"])
    scores = q @ k.transpose(-2, -1) / math.sqrt(d // n_heads)
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return (weights @ v).transpose(1, 2).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
