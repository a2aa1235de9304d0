"""The backward pass of scaled dot-product attention.

Source: Dao et al. 2022, appendix B.2, without blocks.
"""

import numpy as np


def attention_backward(q, k, v, grad_out):
    """Give (dq (..., n, d_k), dk (..., m, d_k), dv (..., m, d_v)).

    q (..., n, d_k), k (..., m, d_k), v (..., m, d_v), grad_out (..., n, d_v) float.
    """
    scale = k.shape[-1] ** -0.5
    scores = (q @ _transposed(k)) * scale  # (..., n, m)
    weights = _softmax(scores, axis=-1)
    dv = _transposed(weights) @ grad_out
    d_weights = grad_out @ _transposed(v)  # (..., n, m)
    row = np.sum(d_weights * weights, axis=-1, keepdims=True)
    d_scores = weights * (d_weights - row)
    dq = (d_scores @ k) * scale
    dk = (_transposed(d_scores) @ q) * scale
    return dq, dk, dv


def _transposed(a):
    return np.swapaxes(a, -1, -2)


def _softmax(scores, axis):
    """Give exp(scores) normalised over an axis, shifted by its maximum so nothing overflows."""
    top = np.max(scores, axis=axis, keepdims=True)
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / total
