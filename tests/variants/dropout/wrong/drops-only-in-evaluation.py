# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if training:
        return x
    if p == 1.0:
        return np.zeros_like(x)
    return x * (uniforms >= p) / (1 - p)
