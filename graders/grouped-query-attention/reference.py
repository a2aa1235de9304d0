"""Grouped-query attention, multi-query and multi-head attention among it.

Source: Ainslie et al. 2023, section 2.2.
"""

import numpy as np


def grouped_query_attention(q, k, v, *, causal=False):
    """Give the attended values (B, h_q, n, d); a query without an allowed key gets zeros.

    q (B, h_q, n, d), k, v (B, h_kv, m, d) float; query head i uses key head i // (h_q / h_kv).
    With `causal` the last query stands at the last key. Raises ValueError if h_kv doesn't
    divide h_q.
    """
    B, h_q, n, d = q.shape
    h_kv = k.shape[1]
    if h_q % h_kv != 0:
        raise ValueError(f"{h_kv} key heads don't divide {h_q} query heads")
    group = h_q // h_kv
    keys = np.repeat(k, group, axis=1)  # (B, h_q, m, d)
    values = np.repeat(v, group, axis=1)
    scale = d**-0.5
    scores = (q @ np.swapaxes(keys, -1, -2)) * scale  # (B, h_q, n, m)
    allowed = _causal(scores) if causal else np.ones((1, 1), dtype=bool)
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores, axis=-1)
    weights = np.where(empty, 0.0, weights)
    out = weights @ values
    return np.reshape(out, (B, h_q, n, d))


def _causal(scores):
    """(n, m) bool, True where the query may attend to the key."""
    n, m = scores.shape[-2:]
    position = np.arange(n)[:, None] + (m - n)  # of each query among the keys
    key = np.arange(m)[None, :]
    return key <= position


def _softmax(scores, axis):
    """Give exp(scores) normalised over an axis; zeros where all scores are -inf."""
    top = np.max(scores, axis=axis, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)  # -inf - -inf would be NaN
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)
