# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if training:
        return np.where(uniforms < p, 0, x) / np.float32(1 - p)
    return x
