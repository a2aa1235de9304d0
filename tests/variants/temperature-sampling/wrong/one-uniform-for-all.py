# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    scaled = logits / temperature
    p = np.exp(scaled - scaled.max(-1, keepdims=True))
    cdf = p.cumsum(-1) / p.sum(-1, keepdims=True)
    cdf = cdf / cdf[:, -1:]
    return np.array([np.searchsorted(row, u[0], side="right") for row in cdf])
