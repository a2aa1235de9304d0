"""A transformer block, pre-norm or post-norm.

Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020, figure 1.
"""

import math

import numpy as np


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    """Give x (B, n, d) after self-attention and MLP.

    params holds w_q, w_k, w_v, w_o (d, d), w1 (d, f), b1 (f,), w2 (f, d), b2 (d,) and gamma1,
    beta1, gamma2, beta2 (d,). key_mask (B, n) bool is True where a token may be attended.
    """
    pre = norm == "pre"
    gamma1, beta1 = params["gamma1"], params["beta1"]
    gamma2, beta2 = params["gamma2"], params["beta2"]

    asking = _layer_norm(x, gamma1, beta1) if pre else x
    attended = _attention(asking, asking, params, n_heads, causal, key_mask)
    middle = _joined(x, attended, gamma1, beta1, pre)

    thinking = _layer_norm(middle, gamma2, beta2) if pre else middle
    fed = _mlp(thinking, params)
    return _joined(middle, fed, gamma2, beta2, pre)


def _joined(residual, branch, gamma, beta, pre):
    """Give the sum, normed in post-norm."""
    total = residual + branch
    return total if pre else _layer_norm(total, gamma, beta)


def _attention(x, context, params, n_heads, causal, key_mask):
    """Give multi-head attention (B, n, d); a token without an allowed key gets zeros."""
    q = _split(_linear(x, params["w_q"]), n_heads)
    k = _split(_linear(context, params["w_k"]), n_heads)
    v = _split(_linear(context, params["w_v"]), n_heads)
    n = x.shape[1]
    scale = q.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, n)
    allowed = np.ones((1, 1, n, n), dtype=bool)
    if causal:
        allowed = allowed & (np.arange(n)[None, :] <= np.arange(n)[:, None])
    if key_mask is not None:
        real = key_mask[:, None, None, :]
        allowed = allowed & real
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    weights = _softmax(np.where(allowed, scores, -np.inf))
    weights = np.where(empty, 0.0, weights)
    merged = _merge(weights @ v)
    return _linear(merged, params["w_o"])


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
    shifted = scores - top
    weights = np.exp(shifted)
    total = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)


def _mlp(x, params):
    hidden = _linear(x, params["w1"])
    hidden = hidden + params["b1"]
    active = _gelu(hidden)
    out = _linear(active, params["w2"])
    return out + params["b2"]


def _linear(x, weight):
    return x @ weight


def _gelu(x):
    """Give x times the normal distribution function of x."""
    share = 0.5 * (1.0 + _erf(x / math.sqrt(2.0)))
    return x * share


_erf = np.vectorize(math.erf, otypes=[float])


def _layer_norm(x, gamma, beta):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(centred * centred, axis=-1, keepdims=True)
    deviation = np.sqrt(variance + 1e-5)
    return centred / deviation * gamma + beta
