# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if not temperature > 0:
        raise ValueError("temperature must be > 0")
    z = np.clip(x / temperature, -80.0, 80.0)
    e = np.exp(z)
    return e / e.sum(axis=dim, keepdims=True)
