# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    order = np.argsort(-logits, axis=1)
    ranked = np.take_along_axis(logits, order, 1)
    e = np.exp(ranked - ranked[:, :1])
    probs = e / e.sum(1, keepdims=True)
    keep = (np.cumsum(probs, 1) - probs) < (1 - p)
    keep[:, 0] = True
    if p >= 1:
        keep[:] = True
    mask = np.zeros_like(keep)
    np.put_along_axis(mask, order, keep, 1)
    return np.where(mask, logits, -np.inf).astype(logits.dtype)
