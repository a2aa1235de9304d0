# tfmdrill: encoder-decoder-block:post-norm (numpy)
import math

import numpy as np


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p, n, m = params, x.shape[1], memory.shape[1]
    own = [p[name] for name in ("w_q", "w_k", "w_v", "w_o")]
    cross = [p[name] for name in ("x_q", "x_k", "x_v", "x_o")]
    seen = np.tri(n, dtype=bool)
    if key_mask is not None:
        seen = seen & key_mask[:, None, None, :]
    readable = np.ones((n, m), dtype=bool)
    if memory_mask is not None:
        readable = readable & memory_mask[:, None, None, :]

    x = norm(x + attention(x, x, own, n_heads, seen), p["gamma1"], p["beta1"])
    x = norm(x + attention(x, memory, cross, n_heads, readable), p["gamma3"], p["beta3"])
    return norm(x + mlp(x, p), p["gamma2"], p["beta2"])


def norm(x, gamma, beta):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gamma + beta


def attention(x, context, weights, n_heads, allowed):
    w_q, w_k, w_v, w_o = weights

    def heads(t):  # (B, h, tokens, d/h)
        B, tokens, d = t.shape
        return t.reshape(B, tokens, n_heads, d // n_heads).swapaxes(1, 2)

    q, k, v = heads(x @ w_q), heads(context @ w_k), heads(context @ w_v)
    scores = q @ k.swapaxes(-2, -1) / math.sqrt(q.shape[-1])
    scores = np.where(allowed, scores, np.finfo(scores.dtype).min)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares = shares / shares.sum(axis=-1, keepdims=True)
    shares = np.where(allowed, shares, 0.0)  # only empty rows still hold anything there
    return (shares @ v).swapaxes(1, 2).reshape(x.shape) @ w_o


def mlp(x, p):
    return gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def gelu(x):
    erf = np.vectorize(math.erf, otypes=[x.dtype])
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)))
