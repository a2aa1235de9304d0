# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    x = np.moveaxis(x, dim, -1)
    e = np.exp((x - x.max(-1, keepdims=True)) / temperature)
    # temperature applied to the probabilities once more
    p = e / e.sum(-1, keepdims=True)
    p = p ** (1 / temperature)
    p = p / p.sum(-1, keepdims=True)
    return np.moveaxis(p, -1, dim)
