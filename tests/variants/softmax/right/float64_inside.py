# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0.0:
        raise ValueError("bad temperature")
    z = np.asarray(x, dtype=np.float64) / temperature
    z = z - np.expand_dims(z.max(dim), dim)
    e = np.exp(z)
    return e / np.expand_dims(e.sum(dim), dim)
