# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    weights = np.exp(x - x.max(dim, keepdims=True)) ** (1 / temperature)
    return weights / weights.sum(dim, keepdims=True)
