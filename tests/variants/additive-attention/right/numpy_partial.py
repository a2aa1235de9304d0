# tfmdrill: additive-attention (numpy)
from functools import partial

import numpy as np


def _attend(activation, query, keys, w_q, w_k, v, *, key_mask=None):
    both = np.concatenate([np.broadcast_to(query[:, None], (*keys.shape[:2], query.shape[1])), keys], axis=2)
    s = activation(both @ np.concatenate([w_q, w_k])) @ v
    keep = np.full(s.shape, True) if key_mask is None else key_mask
    top = s.max(axis=-1, keepdims=True, where=keep, initial=np.finfo(s.dtype).min)
    e = np.zeros_like(s)
    np.exp(s - top, out=e, where=keep)
    z = e.sum(axis=-1, keepdims=True)
    w = np.divide(e, z, out=np.zeros_like(e), where=z > 0)
    return np.tensordot(w, keys, axes=([1], [1])).diagonal(0, 0, 1).T, w


additive_attention = partial(_attend, np.tanh)
