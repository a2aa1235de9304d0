# tfmdrill: gpt-forward (numpy)
import math

import numpy as np

erf = np.vectorize(math.erf)


def gelu(x):
    return 0.5 * x * (1 + erf(x / np.sqrt(2)))


def softmax(x):
    exp_x = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exp_x / np.sum(exp_x, axis=-1, keepdims=True)


def layer_norm(x, g, b, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return g * (x - mean) / np.sqrt(variance + eps) + b


def ffn(x, p):
    return gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def attention(q, k, v, mask):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + mask
    return softmax(scores) @ v


def mha(x, p, n_heads):
    q, k, v = x @ p["w_q"], x @ p["w_k"], x @ p["w_v"]
    qs, ks, vs = (np.split(a, n_heads, axis=-1) for a in (q, k, v))
    causal_mask = (1 - np.tri(x.shape[1])) * -1e10
    heads = [attention(q, k, v, causal_mask) for q, k, v in zip(qs, ks, vs)]
    return np.concatenate(heads, axis=-1) @ p["w_o"]


def transformer_block(x, p, n_heads):
    x = x + mha(layer_norm(x, p["gamma1"], p["beta1"]), p, n_heads)
    h = layer_norm(x, p["gamma2"], p["beta2"])
    return h + ffn(h, p)


def gpt_forward(ids, params, *, n_heads):
    n = ids.shape[1]
    if n > len(params["pos"]):
        raise ValueError("sequence too long")
    x = params["tok"][ids] + params["pos"][np.arange(n)]
    for p in params["blocks"]:
        x = transformer_block(x, p, n_heads)
    x = layer_norm(x, params["gamma_f"], params["beta_f"])
    return x @ params["tok"].T
