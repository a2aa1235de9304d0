# tfmdrill: rms-norm (numpy)
import numpy as np
from functools import partial


def _norm(axis, x, weight, *, eps=1e-6):
    y = x.astype(np.longdouble).astype(np.float64)
    length = np.linalg.norm(y, axis=axis, keepdims=True)
    return y / np.sqrt(length**2 / y.shape[axis] + eps) * weight.astype(np.float64)


rms_norm = partial(_norm, -1)
