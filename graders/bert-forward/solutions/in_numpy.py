import math

import numpy as np


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    x = params["tok"][ids] + params["pos"][: ids.shape[1]] + params["seg"][segment_ids]
    x = norm(x, params["gamma_e"], params["beta_e"])
    for p in params["blocks"]:
        x = norm(x + attention(x, p, n_heads, attention_mask), p["gamma1"], p["beta1"])
        x = norm(x + mlp(x, p), p["gamma2"], p["beta2"])
    return x


def norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gamma + beta


def attention(x, p, n_heads, attention_mask):
    B, n, d = x.shape

    def heads(weight):  # (B, h, n, d/h)
        return (x @ weight).reshape(B, n, n_heads, d // n_heads).swapaxes(1, 2)

    q, k, v = heads(p["w_q"]), heads(p["w_k"]), heads(p["w_v"])
    scores = q @ k.swapaxes(-2, -1) / math.sqrt(d // n_heads)
    allowed = attention_mask[:, None, None, :]
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    weights = np.where(allowed, weights, 0.0)  # zeros if all is padding
    return (weights @ v).swapaxes(1, 2).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    return gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def gelu(x):
    erf = np.vectorize(math.erf, otypes=[x.dtype])
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)))
