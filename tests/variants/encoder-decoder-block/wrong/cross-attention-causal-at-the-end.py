# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np

erf = np.vectorize(math.erf)


def ln(x, g, b):
    return g * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) + b


def gelu(x):
    return x * (1 + erf(x / np.sqrt(2))) / 2


def softmax(s):
    peak = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(peak), peak, 0))
    z = e.sum(-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


class Attention:
    def __init__(self, w_q, w_k, w_v, w_o, h):
        self.w_q, self.w_k, self.w_v, self.w_o, self.h = w_q, w_k, w_v, w_o, h

    def __call__(self, x, source, hidden):
        size = x.shape[-1] // self.h
        q, k, v = x @ self.w_q, source @ self.w_k, source @ self.w_v
        out = np.empty_like(q)
        for i in range(self.h):
            c = np.s_[..., i * size : (i + 1) * size]
            s = q[c] @ k[c].transpose(0, 2, 1) / np.sqrt(size)
            out[c] = softmax(np.where(hidden, -np.inf, s)) @ v[c]
        return out @ self.w_o


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    own = Attention(p["w_q"], p["w_k"], p["w_v"], p["w_o"], n_heads)
    cross = Attention(p["x_q"], p["x_k"], p["x_v"], p["x_o"], n_heads)
    future = np.triu(np.ones((x.shape[1], x.shape[1]), dtype=bool), 1)
    hide_target = future[None] if key_mask is None else future | ~key_mask[:, None]
    hide_source = np.zeros((1, 1, 1), dtype=bool) if memory_mask is None else ~memory_mask[:, None]

    n, m = x.shape[1], memory.shape[1]
    hide_source = hide_source | np.triu(np.ones((n, m), dtype=bool), m - n + 1)
    h = ln(x, p["gamma1"], p["beta1"])
    x = x + own(h, h, hide_target)
    h = ln(x, p["gamma3"], p["beta3"])
    x = x + cross(h, memory, hide_source)
    h = ln(x, p["gamma2"], p["beta2"])
    x = x + gelu(h @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
    return x
