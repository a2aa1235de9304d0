# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    g = params.__getitem__
    B, n, d = x.shape

    def ln(t, i):
        t = t - t.mean(2, keepdims=True)
        return t / (np.square(t).mean(2, keepdims=True) + 1e-5) ** 0.5 * g("gamma" + i) + g("beta" + i)

    def attention(t, c, w, hidden):
        heads = lambda a: a.reshape(B, -1, n_heads, d // n_heads).transpose(0, 2, 1, 3)
        q, k, v = heads(t @ g(w + "_q")), heads(c @ g(w + "_k")), heads(c @ g(w + "_v"))
        s = np.ma.array(q @ k.transpose(0, 1, 3, 2) / math.sqrt(d // n_heads), mask=np.broadcast_to(hidden, (B, n_heads, n, c.shape[1])))
        e = np.ma.exp(s - s.max(-1, keepdims=True)).filled(0)
        z = e.sum(-1, keepdims=True)
        return (e / np.maximum(z, 1e-20) @ v).transpose(0, 2, 1, 3).reshape(B, n, d) @ g(w + "_o")

    future = ~np.tri(n, dtype=bool)
    own = future if key_mask is None else future | ~key_mask[:, None, None, :]
    other = False if memory_mask is None else ~memory_mask[:, None, None, :]
    a = ln(x, "1")
    x = x + attention(a, a, "w", own)
    x = x + attention(ln(x, "3"), memory, "x", other)
    z = ln(x, "2") @ g("w1") + g("b1")
    return (x + z * (0.5 + 0.5 * np.vectorize(math.erf)(z / 2**0.5)) @ g("w2") + g("b2")).astype(x.dtype)
