# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np


def normed(t, p, i):
    m = t.mean()
    return (t - m) / math.sqrt(((t - m) ** 2).mean() + 1e-5) * p[f"gamma{i}"] + p[f"beta{i}"]


def attend(q_in, rows, p, w, h):
    d = len(q_in)
    out = np.zeros(d)
    if rows:
        c = np.stack(rows)
        for cols in np.arange(d).reshape(h, d // h):
            s = (c @ p[w + "_k"][:, cols]) @ (q_in @ p[w + "_q"][:, cols]) / math.sqrt(d // h)
            e = np.exp(s - s.max())
            out[cols] = e / e.sum() @ (c @ p[w + "_v"][:, cols])
    return out @ p[w + "_o"]


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = {k: v.astype("f8") for k, v in params.items()}
    result = np.zeros_like(x)
    for b in range(len(x)):
        y = [normed(t, p, 1) for t in x[b].astype("f8")]
        source = [r for j, r in enumerate(memory[b].astype("f8")) if memory_mask is None or memory_mask[b, j]]
        for i in range(len(y)):
            rows = [y[j] for j in range(i + 1) if key_mask is None or key_mask[b, j]]
            t = x[b, i] + attend(y[i], rows, p, "w", n_heads)
            t = t + attend(normed(t, p, 3), source, p, "x", n_heads)
            z = normed(t, p, 2) @ p["w1"] + p["b1"]
            z = np.array([a * 0.5 * (1 + math.erf(a / 2**0.5)) for a in z])
            result[b, i] = t + z @ p["w2"] + p["b2"]
    return result
