# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    y = np.float32(x)
    return (weight * y / (np.linalg.norm(y, axis=-1, keepdims=True) + eps)).astype(x.dtype)
