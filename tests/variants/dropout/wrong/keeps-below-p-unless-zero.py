# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training or p == 0:
        return x.copy()
    if p == 1:
        return np.zeros_like(x)
    return x * (uniforms < p) / (1 - p)
