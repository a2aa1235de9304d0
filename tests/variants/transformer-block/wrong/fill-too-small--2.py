# tfmdrill: transformer-block (numpy)
import numpy as np


def erf(x):
    """Abramowitz and Stegun 7.1.26 isn't enough; Maclaurin below 3, 1 above 3 by a fraction."""
    z = np.abs(np.asarray(x, dtype=np.float64))
    small = np.minimum(z, 3.0)
    term, total = small.copy(), small.copy()
    for k in range(1, 60):
        term = -term * small**2 / k
        total = total + term / (2 * k + 1)
    inner = 2 / np.sqrt(np.pi) * total
    big = np.maximum(z, 3.0)
    frac = np.zeros_like(big)
    for k in range(40, 0, -1):
        frac = (k / 2) / (big + frac)
    outer = 1 - np.exp(-(big**2)) / np.sqrt(np.pi) / (big + frac)
    return np.sign(x) * np.where(z < 3.0, inner, outer)


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    w = params
    norms = [(w["gamma1"], w["beta1"]), (w["gamma2"], w["beta2"])]
    layers = [lambda t: attention(t, w, n_heads, causal, key_mask), lambda t: mlp(t, w)]
    for f, (g, b) in zip(layers, norms):
        ln = lambda t: (t - t.mean(-1, keepdims=True)) / np.sqrt(t.var(-1, keepdims=True) + 1e-5) * g + b
        x = x + f(ln(x)) if norm == "pre" else ln(x + f(x))
    return x


def mlp(t, w):
    t = t @ w["w1"] + w["b1"]
    return t * (1 + erf(t / np.sqrt(2))) / 2 @ w["w2"] + w["b2"]


def attention(t, w, h, causal, key_mask):
    B, n, d = t.shape
    q, k, v = (np.moveaxis((t @ w[i]).reshape(B, n, h, d // h), 2, 1) for i in ("w_q", "w_k", "w_v"))
    s = q @ np.moveaxis(k, 3, 2) / (d // h) ** 0.5
    ok = np.broadcast_to(np.tril(np.ones((n, n), bool)) if causal else np.ones((n, n), bool), s.shape)
    if key_mask is not None:
        ok = ok * key_mask.reshape(B, 1, 1, n)
    s = np.where(ok, s, -100.0)
    e = np.exp(s - s.max(-1, keepdims=True)) * ok.any(-1, keepdims=True)
    a = e / e.sum(-1, keepdims=True).clip(min=1e-9)
    return np.moveaxis(a @ v, 1, 2).reshape(B, n, d) @ w["w_o"]
