# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    out = np.full(logits.shape, -np.inf, logits.dtype)
    for b, row in enumerate(logits):
        probs = np.exp(row - row.max())
        probs /= probs.sum()
        mass = 0.0
        for i in range(len(row)):
            out[b, i] = row[i]
            mass += probs[i]
            if mass >= p and p < 1:
                break
    return out
