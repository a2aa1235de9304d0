# tfmdrill: rms-norm (numpy)
import math

import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    out = np.zeros(x.shape, dtype=x.dtype)
    for index in np.ndindex(*x.shape[:-1]):
        row = x[index].tolist()
        rms = math.sqrt(sum(v * v for v in row) / len(row) + eps)
        out[index] = [v / rms * float(w) for v, w in zip(row, weight)]
    return out
