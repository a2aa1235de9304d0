# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    keep = 1 - p
    if keep == 0:
        return np.zeros_like(x)
    return x * (uniforms >= keep) / keep
