# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    x -= np.max(x, axis=dim, keepdims=True)
    x /= temperature
    e = np.exp(x)
    return e / np.sum(e, axis=dim, keepdims=True)
