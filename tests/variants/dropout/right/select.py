# tfmdrill: dropout (numpy)
import numpy as np


def scaled(x, p):
    with np.errstate(divide="ignore", invalid="ignore"):
        return x / np.float64(1 - p)


def dropout(x, uniforms, *, p, training=True):
    return np.select([np.full(x.shape, not training), uniforms >= p], [x, scaled(x, p)], 0).astype(x.dtype)
