"""Scaled dot-product attention under a causal mask, a key mask, both or neither.

Source: Vaswani et al. 2017, sections 3.2.1 and 3.2.3.
"""

import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    """Give the attended values (B, h, n, d_v); a query without an allowed key gets zeros.

    q (B, h, n, d_k), k (B, h, m, d_k), v (B, h, m, d_v) float; key_mask (B, m) bool, True where
    the key may be attended. With `causal` the last query stands at the last key.
    """
    n = q.shape[-2]
    m = k.shape[-2]
    scale = k.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, m)
    allowed = np.ones((1, 1, n, m), dtype=bool)
    if causal:
        position = np.arange(n)[:, None] + (m - n)  # of each query among the keys
        key = np.arange(m)[None, :]
        allowed = allowed & (key <= position)
    if key_mask is not None:
        real = key_mask[:, None, None, :]
        allowed = allowed & real
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores)
    weights = np.where(empty, 0.0, weights)
    return weights @ v


def _softmax(scores):
    """Give exp(scores) normalised over the last axis; zeros where all scores are -inf."""
    top = np.max(scores, axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)  # -inf - -inf would be NaN
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)
