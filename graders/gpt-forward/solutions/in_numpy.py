import math

import numpy as np


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
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gamma + beta


def attention(x, p, n_heads):
    B, n, d = x.shape

    def heads(weight):  # (B, h, n, d/h)
        return (x @ weight).reshape(B, n, n_heads, d // n_heads).swapaxes(1, 2)

    q, k, v = heads(p["w_q"]), heads(p["w_k"]), heads(p["w_v"])
    scores = q @ k.swapaxes(-2, -1) / math.sqrt(d // n_heads)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return (weights @ v).swapaxes(1, 2).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    return gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def gelu(x):
    erf = np.vectorize(math.erf, otypes=[x.dtype])
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)))
