"""Scaled dot-product attention.

Source: Vaswani et al. 2017, section 3.2.1, equation 1.
"""

import numpy as np


def attention(q, k, v):
    """Give softmax(q k^T / sqrt(d_k)) v, shape (..., n, d_v).

    q (..., n, d_k), k (..., m, d_k), v (..., m, d_v) float.
    """
    scale = k.shape[-1] ** -0.5
    keys = np.swapaxes(k, -1, -2)  # (..., d_k, m)
    scores = q @ keys  # (..., n, m)
    scores = scores * scale
    weights = _softmax(scores, axis=-1)
    return weights @ v


def _softmax(scores, axis):
    """Give exp(scores) normalised over `axis`, shifted by its maximum so that nothing overflows."""
    top = np.max(scores, axis=axis, keepdims=True)
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / total
