# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    out = x.astype(np.float64)
    if training:
        out[uniforms < p] = 0
        out[uniforms >= p] /= 1 - p
    return out
