# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    z = x / temperature
    z = z - np.max(z, axis=dim)
    return np.exp(z) / np.sum(np.exp(z), axis=dim)
