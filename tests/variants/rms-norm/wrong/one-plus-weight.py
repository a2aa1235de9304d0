# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    y = x.astype(np.float32)
    y = y / np.sqrt(np.mean(np.square(y), -1, keepdims=True) + eps)
    return (y * (1 + weight.astype(np.float32))).astype(x.dtype)
