# tfmdrill: dropout (numpy)
import numpy as np


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return np.array(x)
    values = [a / (1 - p) if u >= p else 0.0 for a, u in zip(x.ravel().tolist(), uniforms.ravel().tolist())]
    return np.array(values, dtype=x.dtype).reshape(x.shape)
