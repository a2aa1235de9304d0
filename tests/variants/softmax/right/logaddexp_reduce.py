# tfmdrill: softmax (numpy)
import functools
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("no")
    z = x.astype(np.float64) / temperature
    lse = np.logaddexp.reduce(z, axis=dim, keepdims=True)
    return np.exp(z - lse).astype(x.dtype)
