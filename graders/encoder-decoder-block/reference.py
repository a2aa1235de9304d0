"""A pre-norm decoder block with cross-attention.

Source: Vaswani et al. 2017, sections 3.1 and 3.2.3.
"""

import math

import numpy as np


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    """Give x (B, n, d) after self-attention, cross-attention on memory (B, m, d) and MLP.

    params holds w_q, w_k, w_v, w_o, x_q, x_k, x_v, x_o (d, d), w1 (d, f), b1 (f,), w2 (f, d), b2
    (d,) and gamma1 to gamma3, beta1 to beta3 (d,). key_mask (B, n) and memory_mask (B, m) bool are
    True where a token may be attended.
    """
    own = [params[name] for name in ("w_q", "w_k", "w_v", "w_o")]
    cross = [params[name] for name in ("x_q", "x_k", "x_v", "x_o")]
    gamma1, beta1 = params["gamma1"], params["beta1"]
    gamma2, beta2 = params["gamma2"], params["beta2"]
    gamma3, beta3 = params["gamma3"], params["beta3"]
    n, m = x.shape[1], memory.shape[1]
    target, source = np.arange(n), np.arange(m)
    past = target[None, :] <= target[:, None]  # (n, n)
    everything = source[None, :] >= 0 * target[:, None]  # (n, m)
    seen = _allowed(past, key_mask)
    readable = _allowed(everything, memory_mask)

    asking = _layer_norm(x, gamma1, beta1)
    attended = _attention(asking, asking, own, n_heads, seen)
    middle = x + attended

    looking = _layer_norm(middle, gamma3, beta3)
    found = _attention(looking, memory, cross, n_heads, readable)
    informed = middle + found

    thinking = _layer_norm(informed, gamma2, beta2)
    fed = _mlp(thinking, params)
    return informed + fed


def _allowed(by_place, mask):
    """Give the masks that a key must pass for a query, each (B or 1, 1, queries or 1, keys)."""
    by_place = by_place[None, None]
    if mask is None:
        return [by_place]
    real = mask[:, None, None, :]
    return [by_place, real]


def _attention(x, context, weights, n_heads, masks):
    """Give multi-head attention (B, n, d); zeros for a query without an allowed key."""
    w_q, w_k, w_v, w_o = weights
    q = _split(x @ w_q, n_heads)
    k = _split(context @ w_k, n_heads)
    v = _split(context @ w_v, n_heads)
    scale = q.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, m)
    allowed = True
    for mask in masks:
        allowed = allowed & mask
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    shares = _softmax(np.where(allowed, scores, -np.inf))
    shares = np.where(empty, 0.0, shares)
    merged = _merge(shares @ v)
    return merged @ w_o


def _split(x, n_heads):
    """Give (B, h, n, d/h) for (B, n, d); head i owns a block of columns."""
    B, n, d = x.shape
    heads = x.reshape(B, n, n_heads, d // n_heads)
    return np.swapaxes(heads, 1, 2)


def _merge(heads):
    """Give (B, n, d) for (B, h, n, d/h)."""
    B, h, n, width = heads.shape
    tokens = np.swapaxes(heads, 1, 2)
    return tokens.reshape(B, n, h * width)


def _softmax(scores):
    """Give exp(scores) normalised over the last axis; zeros where all scores are -inf."""
    top = np.max(scores, axis=-1, keepdims=True)
    top = np.where(top == -np.inf, 0.0, top)  # -inf - -inf would be NaN
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)


def _mlp(x, params):
    hidden = x @ params["w1"] + params["b1"]
    active = _gelu(hidden)
    return active @ params["w2"] + params["b2"]


def _gelu(x):
    """Give x times the normal distribution function of x."""
    share = 0.5 * (1.0 + _erf(x / math.sqrt(2.0)))
    return x * share


_erf = np.vectorize(math.erf, otypes=[float])


def _layer_norm(x, gamma, beta):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centred * centred, axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gamma + beta
