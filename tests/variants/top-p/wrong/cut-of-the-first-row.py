# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    x = logits.astype(np.float64)
    w = np.exp(x - x.max(1, keepdims=True))
    w /= w.sum(1, keepdims=True)
    o = np.argsort(-w, axis=1)
    c = np.cumsum(np.take_along_axis(w, o, 1), 1)
    n = int((c[0] < p).sum()) + 1
    if p >= 1:
        return x
    out = np.full_like(x, -np.inf)
    np.put_along_axis(out, o[:, :n], np.take_along_axis(x, o[:, :n], 1), 1)
    return out
