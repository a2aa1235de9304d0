# tfmdrill: layer-norm (numpy)
import math

import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    out = np.empty(x.shape, dtype=np.float64)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(v) for v in x[index]]
        mean = math.fsum(row) / len(row)
        var = math.fsum((v - mean) ** 2 for v in row) / len(row)
        for i, v in enumerate(row):
            out[index + (i,)] = (v - mean) / math.sqrt(var + eps) * gamma[i] + beta[i]
    return out
