# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    logits = logits - logits.max(axis=-1, keepdims=True)
    probability = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    out = np.full_like(logits, -np.inf)
    for row, chance, into in zip(logits, probability, out):
        mass = 0.0
        for i in np.argsort(-row):
            if mass >= p and p < 1 and mass > 0:
                break
            into[i] = row[i]
            mass += chance[i]
    return out
