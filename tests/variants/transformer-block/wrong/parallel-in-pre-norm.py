# tfmdrill: transformer-block (numpy)
import math
import numpy as np

erf = np.vectorize(math.erf, otypes=[float])


def ln(x, g, b):
    m = x.mean(-1, keepdims=True)
    return (x - m) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * g + b


def attention(x, p, h, causal, key_mask):
    B, n, d = x.shape
    q, k, v = (
        (x @ p[w]).reshape(B, n, h, d // h).transpose(0, 2, 1, 3) for w in ("w_q", "w_k", "w_v")
    )
    ok = np.ones((B, 1, n, n), bool)
    if causal:
        ok &= np.tri(n, dtype=bool)
    if key_mask is not None:
        ok &= key_mask[:, None, None]
    s = np.where(ok, q @ k.swapaxes(2, 3) / math.sqrt(d // h), -1e30)
    e = np.exp(s - s.max(-1, keepdims=True)) * ok
    a = e / np.maximum(e.sum(-1, keepdims=True), 1e-30)
    return (a @ v).transpose(0, 2, 1, 3).reshape(B, n, d) @ p["w_o"]


def mlp(x, p):
    z = x @ p["w1"] + p["b1"]
    return z * (1 + erf(z / math.sqrt(2))) / 2 @ p["w2"] + p["b2"]


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    p, x = params, x.astype(float)
    a = lambda t: attention(t, p, n_heads, causal, key_mask)
    if norm == "pre":
        return x + a(ln(x, p["gamma1"], p["beta1"])) + mlp(ln(x, p["gamma2"], p["beta2"]), p)
    y = ln(x + a(x), p["gamma1"], p["beta1"])
    return ln(y + mlp(y, p), p["gamma2"], p["beta2"])
