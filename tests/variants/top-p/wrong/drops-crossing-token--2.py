# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    out = np.full_like(logits, -np.inf)
    for b, row in enumerate(logits):
        probs = np.exp(row - row.max())
        probs = probs / probs.sum()
        total = 0.0
        for rank, token in enumerate(np.argsort(-row)):
            total += probs[token]
            if rank > 0 and total > p and p < 1:
                break
            out[b, token] = row[token]
    return out
