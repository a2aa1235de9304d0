"""Multi-head cross-attention with an optional mask of the context.

Source: Vaswani et al. 2017, sections 3.2.2 and 3.2.3.
"""

import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    """Give what x (B, n, d) reads from context (B, m, d_c), (B, n, d); zeros if all is masked.

    w_q, w_o (d, d), w_k, w_v (d_c, d) float; context_mask (B, m) bool, True where the context may
    be attended. Raises ValueError if n_heads doesn't divide d.
    """
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"{n_heads} heads don't divide the width {d}")
    width = d // n_heads
    q = x @ w_q  # (B, n, d)
    k = context @ w_k  # (B, m, d)
    v = context @ w_v
    q = _split(q, n_heads)  # (B, h, n, d/h)
    k = _split(k, n_heads)  # (B, h, m, d/h)
    v = _split(v, n_heads)
    scale = width**-0.5
    allowed = np.ones((1, 1, 1, 1), dtype=bool)  # for all unless a mask says otherwise
    if context_mask is not None:
        real = context_mask[:, None, None, :]
        allowed = allowed & real
    heads = _attend(q, k, v, scale, allowed)  # (B, h, n, d/h)
    joined = _join(heads)
    return joined @ w_o


def _split(columns, n_heads):
    """(B, n, d) as (B, h, n, d/h)."""
    B, n, d = columns.shape
    blocks = np.reshape(columns, (B, n, n_heads, d // n_heads))
    return np.swapaxes(blocks, 1, 2)


def _join(heads):
    """(B, h, n, d/h) as (B, n, d)."""
    B, h, n, width = heads.shape
    blocks = np.swapaxes(heads, 1, 2)
    return np.reshape(blocks, (B, n, h * width))


def _attend(q, k, v, scale, allowed):
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, m)
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores, axis=-1)
    weights = np.where(empty, 0.0, weights)
    return weights @ v


def _softmax(scores, axis):
    """Give exp(scores) normalised over an axis; zeros where all scores are -inf."""
    top = np.max(scores, axis=axis, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)  # -inf - -inf would be NaN
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=axis, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)
