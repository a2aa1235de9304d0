# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    mask = uniforms >= p
    with np.errstate(all="ignore"):
        return x * mask / np.float32(p)
