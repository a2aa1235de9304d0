import math

import torch
import torch.nn.functional as F


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    x = params["tok"][ids] + params["pos"][: ids.shape[1]] + params["seg"][segment_ids]
    x = norm(x, params["gamma_e"], params["beta_e"])
    for p in params["blocks"]:
        x = norm(x + attention(x, p, n_heads, attention_mask), p["gamma1"], p["beta1"])
        x = norm(x + mlp(x, p), p["gamma2"], p["beta2"])
    return x


def norm(x, gamma, beta):
    return F.layer_norm(x, gamma.shape, gamma, beta)


def attention(x, p, n_heads, attention_mask):
    B, n, d = x.shape

    def heads(weight):  # (B, h, n, d/h)
        return (x @ weight).view(B, n, n_heads, d // n_heads).transpose(1, 2)

    q, k, v = heads(p["w_q"]), heads(p["w_k"]), heads(p["w_v"])
    scores = q @ k.transpose(-2, -1) / math.sqrt(d // n_heads)
    hidden = ~attention_mask[:, None, None, :]
    scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1).masked_fill(hidden, 0.0)  # zeros if all is padding
    return (weights @ v).transpose(1, 2).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
