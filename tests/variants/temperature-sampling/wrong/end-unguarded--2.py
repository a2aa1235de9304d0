# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    scaled = logits / np.float32(temperature)
    p = np.exp(scaled - scaled.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True)
    return (np.cumsum(p, -1) <= u[:, None]).sum(-1)
