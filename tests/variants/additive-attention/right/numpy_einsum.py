# tfmdrill: additive-attention (numpy)
import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    f = np.float64
    q, k, w_q, w_k, v = (a.astype(f) for a in (query, keys, w_q, w_k, v))
    s = np.einsum("bma,a->bm", np.tanh(np.einsum("bq,qa->ba", q, w_q)[:, None] + np.einsum("bmk,ka->bma", k, w_k)), v)
    keep = np.ones(s.shape, bool) if key_mask is None else key_mask
    s = np.where(keep, s, -1e30)
    w = np.exp(s - np.logaddexp.reduce(s, axis=1, keepdims=True)) * keep.any(1)[:, None]
    return np.einsum("bm,bmk->bk", w, k), w
