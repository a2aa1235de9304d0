# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    out = np.full_like(logits, -np.inf)
    for b, row in enumerate(logits):
        probs = np.exp(row - row.max())
        probs = probs / probs.sum()
        mass = 0.0
        for token in np.argsort(-row):
            out[b, token] = row[token]
            mass += probs[token]
            if mass >= p:
                break
    return out
