"""Multi-head self-attention with a causal mask, a key mask, both or neither.

Source: Vaswani et al. 2017, section 3.2.2.
"""

import numpy as np


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    """Give the attended sequence (B, n, d); a query without an allowed key gets zeros.

    x (B, n, d), weights (d, d) float; key_mask (B, n) bool, True where the position may be
    attended. Head i owns columns [i d/h, (i+1) d/h). Raises ValueError if n_heads doesn't divide d.
    """
    n, d = x.shape[1:]
    if d % n_heads != 0:
        raise ValueError(f"{n_heads} heads don't divide the width {d}")
    width = d // n_heads
    q = x @ w_q  # (B, n, d)
    k = x @ w_k
    v = x @ w_v
    q = _split(q, n_heads)  # (B, h, n, d/h)
    k = _split(k, n_heads)
    v = _split(v, n_heads)
    scale = width**-0.5
    allowed = np.ones((1, 1, 1, 1), dtype=bool)  # for all until a mask says otherwise
    if causal:
        position = np.arange(n)[:, None]
        key = np.arange(n)[None, :]
        allowed = allowed & (key <= position)
    if key_mask is not None:
        real = key_mask[:, None, None, :]
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
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, n)
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
