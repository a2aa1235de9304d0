"""A cache of keys and values, and one step of decoding with it.

Source: Vaswani et al. 2017, sections 3.2.2 and 3.2.3, computed row by row as in Shazeer 2019, Fast
Transformer Decoding, section 2.3.
"""

import numpy as np


class KVCache:
    """The keys and values of all tokens so far, oldest first."""

    def __init__(self):
        self.ks = []
        self.vs = []

    def append(self, k, v):
        """Add k, v (B, h, t, d_head) and give all keys and all values (B, h, length, d_head)."""
        self.ks.append(k)
        self.vs.append(v)
        k_all = np.concatenate(self.ks, axis=2)
        v_all = np.concatenate(self.vs, axis=2)
        return k_all, v_all

    @property
    def length(self):
        """The number of tokens in the cache."""
        return sum(k.shape[2] for k in self.ks)


def decode_step(x_t, params, cache, *, n_heads):
    """Give the newest row (B, 1, d) of causal multi-head attention, and grow the cache by it.

    x_t (B, 1, d), params w_q, w_k, w_v, w_o (d, d).
    """
    q = _split_heads(x_t @ params["w_q"], n_heads)  # (B, h, 1, d_head)
    k = _split_heads(x_t @ params["w_k"], n_heads)
    v = _split_heads(x_t @ params["w_v"], n_heads)
    keys, values = cache.append(k, v)  # (B, h, m, d_head)
    n = q.shape[2]
    m = keys.shape[2]
    scale = q.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(keys, -1, -2)) * scale  # (B, h, 1, m)
    position = np.arange(n)[:, None] + (m - n)  # of the query among the keys
    scores = np.where(np.arange(m)[None, :] <= position, scores, -np.inf)
    top = np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - top)
    weights = weights / np.sum(weights, axis=-1, keepdims=True)
    merged = _merge_heads(weights @ values)
    return merged @ params["w_o"]


def _split_heads(x, n_heads):
    """(B, n, d) as (B, h, n, d / h): head i owns columns [i d / h, (i + 1) d / h)."""
    B, n, d = x.shape
    heads = x.reshape(B, n, n_heads, d // n_heads)
    return np.swapaxes(heads, 1, 2)


def _merge_heads(x):
    """(B, h, n, d_head) as (B, n, h d_head)."""
    B, h, n, d_head = x.shape
    return np.swapaxes(x, 1, 2).reshape(B, n, h * d_head)
