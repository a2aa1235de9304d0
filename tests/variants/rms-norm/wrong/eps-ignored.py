# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    y = x.astype(np.float32)
    return (y / np.sqrt((y**2).mean(-1, keepdims=True)) * weight).astype(x.dtype)
