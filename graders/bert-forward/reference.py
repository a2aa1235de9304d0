"""The encoder of BERT from ids to hidden states.

Source: Devlin et al. 2019, section 3.
"""

import math

import numpy as np


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    """Give hidden states (B, n, d) for ids, segment_ids (B, n) int and attention_mask (B, n) bool.

    params holds tok (V, d), pos (N, d), seg (2, d), gamma_e and beta_e (d,), and blocks, a list of
    dicts with w_q, w_k, w_v, w_o (d, d), w1 (d, f), b1 (f,), w2 (f, d), b2 (d,), gamma1, beta1,
    gamma2 and beta2 (d,).
    """
    tokens = params["tok"][ids]  # (B, n, d)
    positions = params["pos"][: ids.shape[1]]
    segments = params["seg"][segment_ids]
    gamma_e, beta_e = params["gamma_e"], params["beta_e"]
    total = tokens + positions + segments
    x = _layer_norm(total, gamma_e, beta_e)
    blocks = params["blocks"]
    for block in blocks:
        x = _block(x, block, n_heads, attention_mask)
    return x


def _block(x, params, n_heads, attention_mask):
    gamma1, beta1 = params["gamma1"], params["beta1"]
    gamma2, beta2 = params["gamma2"], params["beta2"]
    attended = _attention(x, params, n_heads, attention_mask)
    middle = _joined(x, attended, gamma1, beta1)
    fed = _mlp(middle, params)
    return _joined(middle, fed, gamma2, beta2)


def _joined(residual, branch, gamma, beta):
    return _layer_norm(residual + branch, gamma, beta)


def _attention(x, params, n_heads, attention_mask):
    """Give multi-head attention (B, n, d); zeros in a sequence without an allowed key."""
    q = _split(x @ params["w_q"], n_heads)
    k = _split(x @ params["w_k"], n_heads)
    v = _split(x @ params["w_v"], n_heads)
    scale = q.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, n)
    allowed = attention_mask[:, None, None, :]
    empty = ~np.any(allowed, axis=-1, keepdims=True)
    scores = np.where(allowed, scores, -np.inf)
    weights = _softmax(scores)
    weights = np.where(empty, 0.0, weights)
    merged = _merge(weights @ v)
    return merged @ params["w_o"]


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
    hidden = x @ params["w1"]
    hidden = hidden + params["b1"]
    active = _gelu(hidden)
    out = active @ params["w2"]
    return out + params["b2"]


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
