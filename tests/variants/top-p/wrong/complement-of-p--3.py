# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    order = np.argsort(logits, axis=-1)
    s = np.take_along_axis(logits, order, -1)
    e = np.exp((s - s[:, -1:]).astype(np.float64))
    c = np.cumsum(e / e.sum(-1, keepdims=True), -1)
    drop = c <= p
    drop[:, -1] = False
    if p >= 1:
        drop[:] = False
    out = logits.copy()
    np.put_along_axis(out, order, np.where(drop, -np.inf, s).astype(out.dtype), -1)
    return out
