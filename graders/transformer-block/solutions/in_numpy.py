import math

import numpy as np


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    def norm1(t):
        return layer_norm(t, params["gamma1"], params["beta1"])

    def norm2(t):
        return layer_norm(t, params["gamma2"], params["beta2"])

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
        return (x @ weight).reshape(B, n, n_heads, d // n_heads).swapaxes(1, 2)

    q, k, v = heads(params["w_q"]), heads(params["w_k"]), heads(params["w_v"])
    scores = q @ k.swapaxes(-2, -1) / math.sqrt(d // n_heads)
    allowed = np.ones((n, n), dtype=bool)
    if causal:
        allowed = np.tril(allowed)
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    weights = np.where(allowed, weights, 0.0)  # only empty rows still hold anything there
    return (weights @ v).swapaxes(1, 2).reshape(B, n, d) @ params["w_o"]


def mlp(x, params):
    return gelu(x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]


def gelu(x):
    erf = np.vectorize(math.erf, otypes=[x.dtype])
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)))


def layer_norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gamma + beta
