# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np

erf = np.vectorize(math.erf)


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    y = ln(x, p, 1)
    x = x + mha(y, y, p, "w", n_heads, key_mask, np.tri(x.shape[1], dtype=bool))
    x = x + mha(ln(x, p, 3), memory, p, "x", n_heads, memory_mask, True)
    y = ln(x, p, 2) @ p["w1"] + p["b1"]
    return x + (0.5 * y * (1 + erf(y / np.sqrt(2)))) @ p["w2"] + p["b2"]


def ln(x, p, i):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * p[f"gamma{i}"] + p[f"beta{i}"]


def mha(x, c, p, w, h, mask, keep):
    out = []
    if mask is not None:
        keep = keep & mask[:, None, :]
    for q, k, v in zip(*(np.split(p[f"{w}_{s}"], h, axis=1) for s in "qkv")):
        s = (x @ q) @ (c @ k).swapaxes(1, 2) / np.sqrt(q.shape[1])
        s = np.where(keep, s, -np.inf)
        top = s.max(-1, keepdims=True)
        e = np.exp(s - np.where(top == -np.inf, 0, top))
        z = e.sum(-1, keepdims=True)
        out.append(e / np.where(z == 0, 1, z) @ (c @ v))
    return np.concatenate(out, -1) @ p[f"{w}_o"]
