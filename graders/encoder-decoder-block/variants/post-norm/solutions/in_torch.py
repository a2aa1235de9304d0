# tfmdrill: encoder-decoder-block:post-norm (torch)
import math

import torch
import torch.nn.functional as F


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p, n, m = params, x.shape[1], memory.shape[1]
    own = [p[name] for name in ("w_q", "w_k", "w_v", "w_o")]
    cross = [p[name] for name in ("x_q", "x_k", "x_v", "x_o")]
    seen = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
    if key_mask is not None:
        seen = seen & key_mask[:, None, None, :]
    readable = torch.ones(n, m, dtype=torch.bool, device=x.device)
    if memory_mask is not None:
        readable = readable & memory_mask[:, None, None, :]

    x = norm(x + attention(x, x, own, n_heads, seen), p["gamma1"], p["beta1"])
    x = norm(x + attention(x, memory, cross, n_heads, readable), p["gamma3"], p["beta3"])
    return norm(x + mlp(x, p), p["gamma2"], p["beta2"])


def norm(x, gamma, beta):
    return F.layer_norm(x, gamma.shape, gamma, beta)


def attention(x, context, weights, n_heads, allowed):
    w_q, w_k, w_v, w_o = weights

    def heads(t):  # (B, h, tokens, d/h)
        return t.unflatten(-1, (n_heads, -1)).transpose(1, 2)

    q, k, v = heads(x @ w_q), heads(context @ w_k), heads(context @ w_v)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    # A finite fill keeps empty rows free of NaN, forward and backward.
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    shares = torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0)
    return (shares @ v).transpose(1, 2).flatten(2) @ w_o


def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
