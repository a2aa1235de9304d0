# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return np.argmax(logits, -1)
    scaled = logits - logits.max(-1, keepdims=True)
    logits = logits / temperature
    cdf = np.exp(scaled).cumsum(-1)
    cdf = cdf / cdf[:, -1:]
    return np.argmax(cdf > u[:, None], axis=-1)
