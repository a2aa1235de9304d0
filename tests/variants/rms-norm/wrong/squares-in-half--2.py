# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    ms = (x**2).astype(np.float32).mean(axis=-1, keepdims=True)
    return (x / np.sqrt(ms + eps).astype(x.dtype) * weight).astype(x.dtype)
