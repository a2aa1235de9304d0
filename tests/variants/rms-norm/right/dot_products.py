# tfmdrill: rms-norm (numpy)
import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    rows = x.reshape(-1, x.shape[-1]).astype("f8")
    squares = np.array([row @ row for row in rows]) / rows.shape[1]
    scaled = (rows.T / np.sqrt(squares + eps)).T
    return (scaled * weight).reshape(x.shape).astype(x.dtype)
