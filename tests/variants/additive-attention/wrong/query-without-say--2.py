# tfmdrill: additive-attention (numpy)
import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = np.tanh(keys @ w_k) @ v
    ok = np.ones(s.shape, bool) if key_mask is None else key_mask
    s = np.where(ok, s, -1e30)
    e = np.exp(s - s.max(1, keepdims=True)) * ok
    w = e / np.maximum(e.sum(1, keepdims=True), 1e-30)
    return np.einsum("bm,bmd->bd", w, keys), w
