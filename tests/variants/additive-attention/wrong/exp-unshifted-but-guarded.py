# tfmdrill: additive-attention (numpy)
import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    h = np.tanh(np.expand_dims(query @ w_q, 1) + keys @ w_k)
    e = np.exp(np.einsum("bma,a->bm", h, v))
    if key_mask is not None:
        e = e * key_mask
    t = e.sum(-1, keepdims=True)
    w = e / np.where(t == 0, 1, t)
    return np.einsum("bm,bmd->bd", w, keys), w
