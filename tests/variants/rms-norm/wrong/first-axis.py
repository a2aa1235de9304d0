# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    xf = x.astype(np.float32)
    rms = np.sqrt((xf**2).mean(0) + eps)
    return (xf / rms * weight).astype(x.dtype)
