# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    y = x.astype(np.float32)
    rms = np.sqrt(np.mean(y**2, axis=-1) + eps)
    return (weight * (y / rms)).astype(x.dtype)
