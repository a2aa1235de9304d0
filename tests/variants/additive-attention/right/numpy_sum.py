# tfmdrill: additive-attention (numpy)
import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    s = (np.tanh(np.expand_dims(query @ w_q, 1) + keys @ w_k) * v).sum(axis=-1)
    if key_mask is not None:
        s = np.where(key_mask, s, -np.inf)
    top = s.max(axis=1, keepdims=True)
    top[np.isneginf(top)] = 0
    e = np.exp(s - top)
    z = e.sum(axis=1, keepdims=True)
    z[z == 0] = 1
    w = e / z
    return (w[..., None] * keys).sum(1), w
