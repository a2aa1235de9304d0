# tfmdrill: additive-attention (numpy)
import math

import numpy as np


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    B, m, d_k = keys.shape
    context = np.zeros((B, d_k), dtype=keys.dtype)
    weights = np.zeros((B, m), dtype=keys.dtype)
    for b in range(B):
        q = query[b] @ w_q
        seen = [j for j in range(m) if key_mask is None or key_mask[b, j]]
        scores = {j: sum(float(c) * math.tanh(t) for c, t in zip(v, q + keys[b, j] @ w_k)) for j in seen}
        top = max(scores.values(), default=0.0)
        total = sum(math.exp(s - top) for s in scores.values())
        for j, s in scores.items():
            weights[b, j] = math.exp(s - top) / total
            context[b] += weights[b, j] * keys[b, j]
    return context, weights
