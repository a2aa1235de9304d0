# tfmdrill: encoder-decoder-block:post-norm (numpy)
from math import erf

import numpy as np

ERF = np.frompyfunc(erf, 1, 1)


def norm(x, gamma, beta):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * gamma + beta


def attend(x, source, p, letter, h, keep):
    q, k, v = x @ p[letter + "_q"], source @ p[letter + "_k"], source @ p[letter + "_v"]
    w = x.shape[-1] // h
    parts = []
    for i in range(h):
        own = slice(i * w, (i + 1) * w)
        s = np.where(keep, q[..., own] @ k[..., own].swapaxes(1, 2) / np.sqrt(w), -np.inf)
        top = s.max(-1, keepdims=True)
        e = np.exp(s - np.where(np.isneginf(top), 0, top))
        total = e.sum(-1, keepdims=True)
        parts.append(e / np.where(total == 0, 1, total) @ v[..., own])
    return np.concatenate(parts, -1) @ p[letter + "_o"]


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    n, m = x.shape[1], memory.shape[1]
    own = np.tri(n, dtype=bool)[None]
    cross = np.ones((1, n, m), bool)
    if key_mask is not None:
        own = own & key_mask[:, None]
    if memory_mask is not None:
        cross = cross & memory_mask[:, None]
    x = norm(x + attend(x, x, p, "w", n_heads, own), p["gamma1"], p["beta1"])
    x = norm(x + attend(x, memory, p, "x", n_heads, cross), p["gamma3"], p["beta3"])
    z = x @ p["w1"] + p["b1"]
    z = z * (1 + ERF(z / 2**0.5).astype(float)) / 2
    return norm(x + z @ p["w2"] + p["b2"], p["gamma2"], p["beta2"])
