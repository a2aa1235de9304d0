# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    mask = (uniforms >= p) if training else np.ones_like(x)
    if training and p == 1:
        return np.zeros_like(x)
    with np.errstate(all="ignore"):
        return x * mask / np.float64(1 - p)
