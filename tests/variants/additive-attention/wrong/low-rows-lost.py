# tfmdrill: additive-attention (numpy)
import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = np.tanh((query @ w_q)[:, None] + keys @ w_k) @ v
    e = np.exp(s - s.max(1, keepdims=True))
    if key_mask is not None:
        e = e * key_mask
    w = e / np.maximum(e.sum(1, keepdims=True), 1e-30)
    return np.einsum("bm,bmd->bd", w, keys), w
