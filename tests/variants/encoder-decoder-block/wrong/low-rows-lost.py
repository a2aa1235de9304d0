# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np

_gelu = np.vectorize(lambda v: 0.5 * v * (1 + math.erf(v / math.sqrt(2))))


def softmax(s, keep):
    s = np.where(keep, s, np.float32(-1e4))
    e = np.exp(s - np.max(s, -1, keepdims=True))
    return e / np.sum(e, -1, keepdims=True) * keep


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    def norm(t, i):
        return (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-5) * params[f"gamma{i}"] + params[f"beta{i}"]

    def project(t, name):
        return np.moveaxis((t @ params[name]).reshape(*t.shape[:2], n_heads, -1), 2, 1)

    def attend(t, c, letter, keep):
        s = project(t, letter + "_q") @ np.swapaxes(project(c, letter + "_k"), 2, 3)
        w = softmax(s / np.sqrt(t.shape[-1] // n_heads), keep)
        return np.moveaxis(w @ project(c, letter + "_v"), 1, 2).reshape(t.shape) @ params[letter + "_o"]

    everyone = lambda mask, c: np.ones((c.shape[0], c.shape[1]), bool) if mask is None else mask
    own = np.tril(np.ones((x.shape[1], x.shape[1]), bool)) & everyone(key_mask, x)[:, None, None]
    other = everyone(memory_mask, memory)[:, None, None]
    x = x + attend(norm(x, 1), norm(x, 1), "w", own)
    x = x + attend(norm(x, 3), memory, "x", other)
    return x + _gelu(norm(x, 2) @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]
