# tfmdrill: flash-attention (numpy)
# expect: timeout
# says: at n = 4096: your code was stopped: it took too long, most of it waiting
import time

import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    n, m = q.shape[-2], k.shape[-2]
    if n > 1_000:
        time.sleep(1_000)
    scores = q @ k.swapaxes(-1, -2) * np.asarray(q.shape[-1] ** -0.5, q.dtype)
    if causal:
        scores = np.where(np.tri(n, m, m - n, dtype=bool), scores, -np.inf)
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    total = weights.sum(-1, keepdims=True)
    return weights @ v / np.where(total == 0, 1.0, total)
