# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    ranked = -np.sort(-logits, axis=-1)
    if p >= 1:
        return ranked
    e = np.exp(ranked - ranked[:, :1])
    cum = np.cumsum(e / e.sum(-1, keepdims=True), axis=-1)
    for b in range(len(ranked)):
        n = max(1, int((cum[b] < p).sum()) + 1)
        ranked[b, n:] = -np.inf
    return ranked
