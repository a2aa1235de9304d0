# tfmdrill: top-p (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    order = np.argsort(-logits, axis=-1)
    probs = np.take_along_axis(softmax(logits), order, axis=-1)
    keep = np.cumsum(probs, axis=-1) - probs < p
    keep[:, 0] = True
    mask = np.zeros_like(keep)
    np.put_along_axis(mask, order, keep, axis=-1)
    return np.where(mask, logits, np.float32(-np.inf))
