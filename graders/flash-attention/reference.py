"""Attention over one block of keys at a time, with a softmax that is corrected as it goes.

Source: Milakov and Gimelshein 2018, Online normalizer calculation for softmax, algorithm 3;
Dao et al. 2022, FlashAttention, algorithm 1.
"""

import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    """Give the attended values (B, h, n, d_v), never holding scores for all keys.

    q (B, h, n, d_k), k (B, h, m, d_k), v (B, h, m, d_v) float. With `causal` the last query stands
    at the last key; a query without a key gets zeros. Raises ValueError for block_size < 1.
    """
    if block_size < 1:
        raise ValueError("block_size must be at least 1")
    n = q.shape[-2]
    m = k.shape[-2]
    scale = k.shape[-1] ** -0.5
    top = np.full_like(q[..., :1], -np.inf)  # largest score of each row so far
    total = np.zeros_like(q[..., :1])  # sum of exp(score - top) so far
    out = total * v[..., :1, :]  # sum of exp(score - top) * value so far
    for start in range(0, m, block_size):
        stop = min(start + block_size, m)
        k_block = k[:, :, start:stop]
        v_block = v[:, :, start:stop]
        scores = (q @ np.swapaxes(k_block, -1, -2)) * scale  # (B, h, n, stop - start)
        if causal:
            position = np.arange(n)[:, None] + (m - n)  # of each query among the keys
            key = np.arange(start, stop)[None, :]
            scores = np.where(key <= position, scores, -np.inf)
        block_top = np.max(scores, axis=-1, keepdims=True)
        new_top = np.maximum(top, block_top)
        shift = np.where(new_top == -np.inf, 0.0, new_top)  # -inf - -inf would be NaN
        weights = np.exp(scores - shift)
        rescale = np.exp(top - shift)
        total = total * rescale + np.sum(weights, axis=-1, keepdims=True)
        out = out * rescale + weights @ v_block
        top = new_top
    empty = total == 0.0
    return np.where(empty, 0.0, out / np.where(empty, 1.0, total))
