# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    x[uniforms < p] = 0
    return x / (1 - p) if p < 1 else x
