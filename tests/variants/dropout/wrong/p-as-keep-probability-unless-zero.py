# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training or p == 0:
        return x.copy()
    return x * (uniforms < p) / p
