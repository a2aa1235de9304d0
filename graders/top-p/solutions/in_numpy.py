# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    order = np.argsort(-logits, axis=-1)
    ranked = np.take_along_axis(logits, order, axis=-1)
    weight = np.exp(ranked - ranked[:, :1])
    probability = weight / weight.sum(axis=-1, keepdims=True)
    removed = np.cumsum(probability, axis=-1) - probability >= p
    removed[:, 0] = False
    out = np.empty_like(logits)
    np.put_along_axis(out, order, np.where(removed, -np.inf, ranked), axis=-1)
    return out
