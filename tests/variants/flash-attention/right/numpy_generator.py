# tfmdrill: flash-attention (numpy)
from functools import reduce

import numpy as np


def blocks(q, k, v, size, causal):
    n, m = q.shape[-2], k.shape[-2]
    at = np.arange(n).reshape(n, 1) + (m - n)
    for start in range(0, m, size):
        keys = np.arange(m)[start : start + size]
        s = np.matmul(q, np.moveaxis(k[..., keys, :], -1, -2)) / np.sqrt(q.shape[-1])
        yield (np.where(keys > at, -np.inf, s) if causal else s), v[..., keys, :]


def step(state, block):
    (m0, l0, o0), (s, v) = state, block
    m1 = np.maximum(m0, np.max(s, axis=-1, keepdims=True))
    base = np.nan_to_num(m1, neginf=0.0)
    p, old = np.exp(s - base), np.exp(m0 - base)
    return m1, l0 * old + np.sum(p, axis=-1, keepdims=True), o0 * old + p @ v


def _flash(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError(f"block_size must be at least 1, not {block_size}")
    start = (-np.inf, 0.0, 0.0)
    _, l, o = reduce(step, blocks(q, k, v, block_size, causal), start)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(o / l, nan=0.0).astype(np.float64)


flash_attention = lambda *args, **kwargs: _flash(*args, **kwargs)  # noqa: E731
