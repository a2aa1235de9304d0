# tfmdrill: bert-forward (numpy)
import numpy as np
from math import erf, inf, sqrt


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    B, n, d = x.shape
    flat = x.reshape(B * n, d)
    g1, c1, g2, c2 = (params[k] for k in ("gamma1", "beta1", "gamma2", "beta2"))
    if norm == "pre":
        flat = flat + heads(ln(flat, g1, c1), params, B, n, n_heads, causal, key_mask)
        flat = flat + ffn(ln(flat, g2, c2), params)
    else:
        flat = ln(flat + heads(flat, params, B, n, n_heads, causal, key_mask), g1, c1)
        flat = ln(flat + ffn(flat, params), g2, c2)
    return flat.reshape(B, n, d)


def heads(flat, p, B, n, h, causal, key_mask):
    """One big (B n, B n) score matrix a head, with other sequences hidden."""
    sequence = np.repeat(np.arange(B), n)
    time = np.tile(np.arange(n), B)
    ok = sequence[:, None] == sequence
    if causal:
        ok = ok & (time <= time[:, None])
    if key_mask is not None:
        ok = ok & key_mask.ravel()
    out = []
    for q, k, v in zip(*(np.split(flat @ p[w], h, axis=1) for w in ("w_q", "w_k", "w_v"))):
        s = np.where(ok, q @ k.T / np.sqrt(q.shape[1]), -inf)
        e = np.exp(s - np.maximum(s.max(1, keepdims=True), -1e30))
        out.append((e / np.maximum(e.sum(1, keepdims=True), 1e-30)) @ v)
    return np.hstack(out) @ p["w_o"]


def ffn(t, p):
    t = t @ p["w1"] + p["b1"]
    cdf = np.array([0.5 + 0.5 * erf(a / sqrt(2)) for a in t.ravel()]).reshape(t.shape)
    return ((t * cdf) @ p["w2"] + p["b2"]).astype(t.dtype)


def ln(t, g, b):
    return (t - t.mean(1)[:, None]) / (t.var(1)[:, None] + 1e-5) ** 0.5 * g + b


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    B, n = ids.shape
    x = (
        params["tok"][ids.ravel()]
        + np.tile(params["pos"][:n], (B, 1))
        + params["seg"][segment_ids.ravel()]
    )
    x = ln(x, params["gamma_e"], params["beta_e"]).reshape(B, n, -1)
    print("embedded", x.shape)
    for p in params["blocks"]:
        x = transformer_block(
            x, p, n_heads=n_heads, norm="post", causal=False, key_mask=attention_mask
        )
    return x
