# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    rms = np.sqrt(np.mean(x.astype(np.float64) ** 2, axis=-1, keepdims=True) + eps)
    x /= rms.astype(x.dtype)
    return x * weight
