# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    if p >= 1:
        return logits.copy()
    e = np.exp(logits - logits.max())
    probabilities = e / e.sum(-1, keepdims=True)
    order = np.argsort(-probabilities, axis=-1)
    ranked = np.take_along_axis(probabilities, order, -1)
    keep = ranked.cumsum(-1) - ranked < p
    keep[:, 0] = True
    nucleus = np.zeros(logits.shape, bool)
    np.put_along_axis(nucleus, order, keep, -1)
    return np.where(nucleus, logits, -np.inf)
