# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    out = logits.copy()
    if p >= 1:
        return out
    for b in range(len(logits)):
        order = np.argsort(-logits[b])
        probs = np.exp(logits[b, order] - logits[b].max())
        cum = np.cumsum(probs / probs.sum())
        cutoff = np.searchsorted(cum, p) + 1
        out[b, order[cutoff + 1 :]] = -np.inf
    return out
