# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    z = x / temperature
    top = np.max(z, axis=dim, keepdims=True, initial=0.0)  # running maximum
    e = np.exp(z - top)
    return e / e.sum(axis=dim, keepdims=True)
