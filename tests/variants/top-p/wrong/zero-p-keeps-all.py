# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    if p <= 0 or p >= 1:
        return logits.copy()
    o = np.argsort(-logits, -1)
    s = np.take_along_axis(logits, o, -1).astype(float)
    w = np.exp(s - s[:, :1])
    w /= w.sum(-1, keepdims=True)
    out = np.full(logits.shape, -np.inf)
    np.put_along_axis(out, o, np.where(np.cumsum(w, -1) - w < p, s, -np.inf), -1)
    return out
