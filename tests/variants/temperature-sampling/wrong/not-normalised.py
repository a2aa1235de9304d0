# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    scaled = logits / temperature
    cdf = np.cumsum(np.exp(scaled - scaled.max(-1, keepdims=True)), -1)
    return np.argmax(cdf > u[:, None], axis=-1)
