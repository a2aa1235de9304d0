import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    wide = x.astype(np.promote_types(x.dtype, np.float32), copy=False)
    rms = np.sqrt(np.square(wide).mean(axis=-1, keepdims=True) + eps)
    return (wide / rms * weight).astype(x.dtype)
