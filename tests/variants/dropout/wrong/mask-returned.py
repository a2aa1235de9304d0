# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    if p == 1:
        return np.zeros_like(x)
    mask = (uniforms >= p).astype(x.dtype)
    return mask / (1 - p)
