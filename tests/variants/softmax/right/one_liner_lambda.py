# tfmdrill: softmax (numpy)
import numpy as np


def _positive(t):
    if not t > 0:
        raise ValueError("temperature must be > 0")
    return t


softmax = lambda x, dim=-1, *, temperature=1.0: (
    lambda z: np.exp(z - np.logaddexp.reduce(z, axis=dim, keepdims=True))
)(x / _positive(temperature))
