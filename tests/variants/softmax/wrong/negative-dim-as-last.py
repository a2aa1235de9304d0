# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    if dim < 0:
        dim = x.ndim - 1
    z = np.moveaxis(x / temperature, dim, 0)
    e = np.exp(z - z.max(0))
    return np.moveaxis(e / e.sum(0), 0, dim)
