# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    out = np.zeros(len(u))
    for b, row in enumerate(logits.astype(float)):
        if temperature == 0:
            out[b] = row.argmax()
            continue
        w = np.exp((row - row.max()) / temperature)
        k = np.searchsorted(np.cumsum(w / w.sum()), u[b], side="right")
        out[b] = min(k, np.flatnonzero(w)[-1])
    return out
