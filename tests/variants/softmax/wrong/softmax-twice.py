# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    def once(a):
        e = np.exp(a - a.max(dim, keepdims=True))
        return e / e.sum(dim, keepdims=True)

    return once(once(x / temperature))
