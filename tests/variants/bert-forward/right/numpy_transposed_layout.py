# tfmdrill: bert-forward (numpy)
import math

import numpy as np


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    """Everything with features first: (d, n) matrices, one sequence at a time."""
    result = []
    for b in range(x.shape[0]):
        mask = None if key_mask is None else key_mask[b]
        result.append(one(x[b].T, params, n_heads, norm, causal, mask).T)
    return np.stack(result)


def one(x, p, h, norm, causal, mask):
    col = lambda name: p[name][:, np.newaxis]

    def ln(t, i):
        return (t - t.mean(0)) / np.sqrt(t.var(0) + 1e-5) * col(f"gamma{i}") + col(f"beta{i}")

    def att(t):
        d, n = t.shape
        q, k, v = ((p[w].T @ t).reshape(h, d // h, n) for w in ("w_q", "w_k", "w_v"))
        s = k.transpose(0, 2, 1) @ q / math.sqrt(d / h)  # (h, key, query)
        hide = np.zeros((n, n), bool)
        if causal:
            hide |= np.tri(n, k=-1, dtype=bool)
        if mask is not None:
            hide |= ~mask[:, None]
        s = s - np.where(hide, -1e30, s).max(1, keepdims=True)
        e = np.where(hide, 0, np.exp(np.minimum(s, 60)))
        z = e.sum(1, keepdims=True)
        return p["w_o"].T @ (v @ (e / np.where(z == 0, 1, z))).reshape(d, n)

    def ffn(t):
        t = p["w1"].T @ t + col("b1")
        t = t * (0.5 + 0.5 * np.vectorize(math.erf)(t / 2**0.5))
        return p["w2"].T @ t + col("b2")

    if norm == "pre":
        x = x + att(ln(x, 1))
        return x + ffn(ln(x, 2))
    x = ln(x + att(x), 1)
    return ln(x + ffn(x), 2)


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    out = []
    for i, s, m in zip(ids, segment_ids, attention_mask):
        x = (params["tok"][i] + params["pos"][: len(i)] + params["seg"][s]).T
        x = (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-5)
        x = x * params["gamma_e"][:, None] + params["beta_e"][:, None]
        for p in params["blocks"]:
            x = one(x, p, n_heads, "post", False, m)
        out.append(x.T)
    return np.array(out)
