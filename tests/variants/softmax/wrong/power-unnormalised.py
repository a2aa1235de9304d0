# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    e = np.exp(x - x.max(axis=dim, keepdims=True))
    p = e / e.sum(axis=dim, keepdims=True)
    return p ** (1 / temperature)
