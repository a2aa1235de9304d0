"""Causal attention within a window.

Source: Jiang et al. 2023, section 2.
"""

import numpy as np


def sliding_window_attention(q, k, v, *, window):
    """Give the attended values (B, h, n, d_v): query i sees keys i - window + 1 to i.

    q, k (B, h, n, d), v (B, h, n, d_v) float. Raises ValueError if the window is below 1.
    """
    if window < 1:
        raise ValueError(f"the window must hold one key at least, not {window}")
    n = q.shape[-2]
    m = k.shape[-2]
    scale = k.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, m)
    position = np.arange(n)[:, None] + (m - n)  # of each query among the keys; here m = n
    key = np.arange(m)[None, :]
    past = key <= position
    near = key > position - window
    allowed = past & near
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores, axis=-1)
    return weights @ v


def _softmax(scores, axis):
    """Give exp(scores) normalised over an axis, shifted by its maximum so nothing overflows."""
    top = np.max(scores, axis=axis, keepdims=True)
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / total
