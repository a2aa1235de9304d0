# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    scaled = logits / temperature
    cdf = np.exp(scaled - scaled.max(-1, keepdims=True)).cumsum(-1)
    possible = np.where(np.isfinite(logits), np.arange(logits.shape[1]), 0).max(-1)
    ids = ((cdf / cdf[:, -1:]) <= (1 - u)[:, None]).sum(-1)
    return np.minimum(ids, possible)
