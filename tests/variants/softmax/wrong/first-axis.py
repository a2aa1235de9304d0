# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    z = x / temperature
    e = np.exp(z - np.max(z, axis=0))
    return e / np.sum(e, axis=0)
