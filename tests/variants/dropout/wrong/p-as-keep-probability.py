# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    mask = uniforms < p
    return np.where(mask, x / max(p, 1e-12), 0)
