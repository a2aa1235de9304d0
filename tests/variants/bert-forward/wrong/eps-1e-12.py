# tfmdrill: bert-forward (torch)
import math

import torch
import torch.nn.functional as F


def layer_norm(x, weight, bias):
    return F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-12)


def self_attention(hidden, p, n_heads, mask):
    B, n, d = hidden.shape
    head_size = d // n_heads
    query = (hidden @ p["w_q"]).view(B, n, n_heads, head_size).permute(0, 2, 1, 3)
    key = (hidden @ p["w_k"]).view(B, n, n_heads, head_size).permute(0, 2, 1, 3)
    value = (hidden @ p["w_v"]).view(B, n, n_heads, head_size).permute(0, 2, 1, 3)
    scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(head_size)
    extended = mask[:, None, None, :]
    scores = scores.masked_fill(~extended, -1e9)
    probs = torch.softmax(scores, dim=-1)
    probs = probs * extended.any(dim=-1, keepdim=True)
    context = torch.matmul(probs, value).permute(0, 2, 1, 3).reshape(B, n, d)
    return context @ p["w_o"]


def feed_forward(hidden, p):
    return F.gelu(hidden @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def layer(hidden, p, n_heads, mask):
    attention = self_attention(hidden, p, n_heads, mask)
    hidden = layer_norm(hidden + attention, p["gamma1"], p["beta1"])
    output = feed_forward(hidden, p)
    return layer_norm(hidden + output, p["gamma2"], p["beta2"])


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    position_ids = torch.arange(ids.shape[1], device=ids.device)
    hidden = params["tok"][ids]
    hidden = hidden + params["pos"][position_ids]
    hidden = hidden + params["seg"][segment_ids]
    hidden = layer_norm(hidden, params["gamma_e"], params["beta_e"])
    for p in params["blocks"]:
        hidden = layer(hidden, p, n_heads, attention_mask)
    return hidden
