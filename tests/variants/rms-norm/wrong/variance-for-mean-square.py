# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    y = x.astype(np.float32)
    var = np.var(y, axis=-1, keepdims=True)
    return (y / np.sqrt(var + eps) * weight).astype(x.dtype)
