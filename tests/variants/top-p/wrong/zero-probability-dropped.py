# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    """Upwards from the tail, with nothing said about p = 1."""
    order = np.argsort(logits, axis=-1)
    ranked = np.take_along_axis(logits, order, axis=-1).astype(np.float64)
    e = np.exp(ranked - ranked[:, -1:])
    tail = np.cumsum(e / e.sum(axis=-1, keepdims=True), axis=-1)
    remove = tail <= max(1 - p, 0.0)
    remove[:, -1] = False
    mask = np.empty_like(remove)
    np.put_along_axis(mask, order, remove, axis=-1)
    return np.where(mask, -np.inf, logits).astype(logits.dtype)
