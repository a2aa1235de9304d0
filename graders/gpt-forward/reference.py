"""A GPT from ids to logits.

Source: Radford et al. 2019, section 2.3.
"""

import math

import numpy as np


def gpt_forward(ids, params, *, n_heads):
    """Give logits (B, n, V) for ids (B, n).

    params holds tok (V, d), pos (N, d), gamma_f and beta_f (d,), and blocks, a list of dicts with
    w_q, w_k, w_v, w_o (d, d), w1 (d, f), b1 (f,), w2 (f, d), b2 (d,), gamma1, beta1, gamma2 and
    beta2 (d,). Raises ValueError for n > N.
    """
    table = params["tok"]
    n = ids.shape[1]
    known = params["pos"].shape[0]
    if n > known:
        raise ValueError(f"{n} tokens, but the table has {known} positions")
    positions = params["pos"][:n]
    x = table[ids]  # (B, n, d)
    x = x + positions
    blocks = params["blocks"]
    for block in blocks:
        x = _block(x, block, n_heads)
    x = _layer_norm(x, params["gamma_f"], params["beta_f"])
    return x @ np.swapaxes(table, 0, 1)


def _block(x, params, n_heads):
    gamma1, beta1 = params["gamma1"], params["beta1"]
    gamma2, beta2 = params["gamma2"], params["beta2"]
    asking = _layer_norm(x, gamma1, beta1)
    attended = _attention(asking, params, n_heads)
    middle = x + attended
    thinking = _layer_norm(middle, gamma2, beta2)
    fed = _mlp(thinking, params)
    return middle + fed


def _attention(x, params, n_heads):
    """Give causal multi-head attention (B, n, d)."""
    q = _split(x @ params["w_q"], n_heads)
    k = _split(x @ params["w_k"], n_heads)
    v = _split(x @ params["w_v"], n_heads)
    n = x.shape[1]
    scale = q.shape[-1] ** -0.5
    scores = (q @ np.swapaxes(k, -1, -2)) * scale  # (B, h, n, n)
    query, key = np.arange(n)[:, None], np.arange(n)[None, :]
    allowed = key <= query
    hidden = -np.inf
    weights = _softmax(np.where(allowed, scores, hidden))
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
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return weights / np.sum(weights, axis=-1, keepdims=True)


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
