"""Additive attention of one query a sequence.

Source: Bahdanau et al. 2015, section 3.1 and appendix A.1.2.
"""

import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    """Give (context (B, d_k), weights (B, m)); zeros in both where no key is allowed.

    query (B, d_q), keys (B, m, d_k), w_q (d_q, a), w_k (d_k, a), v (a,) float; key_mask (B, m)
    bool, True where the key may be attended.
    """
    from_query = query @ w_q  # (B, a)
    from_keys = keys @ w_k  # (B, m, a)
    joint = from_query[:, None, :] + from_keys
    hidden = np.tanh(joint)
    scores = hidden @ v  # (B, m)
    allowed = np.ones(scores.shape, dtype=bool)
    if key_mask is not None:
        allowed = allowed & key_mask
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores, axis=-1)
    weights = np.where(empty, 0.0, weights)
    context = np.sum(weights[:, :, None] * keys, axis=1)
    return context, weights


def _softmax(scores, axis):
    """Give exp(scores) normalised over an axis; zeros where all scores are -inf."""
    top = np.max(scores, axis=axis, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)  # -inf - -inf would be NaN
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)
