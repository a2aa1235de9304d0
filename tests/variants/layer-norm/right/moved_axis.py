# tfmdrill: layer-norm (numpy)
import numpy as np
from functools import partial


def _norm(axis, x, gamma, beta, *, eps=1e-5):
    t = np.moveaxis(x, axis, 0)
    t = t - t.mean(0)
    t = t / np.sqrt(t.var(0) + eps)
    return np.moveaxis(t, 0, axis) * gamma + beta


layer_norm = partial(_norm, -1)
