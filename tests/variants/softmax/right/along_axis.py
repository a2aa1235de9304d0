# tfmdrill: softmax (numpy)
import numpy as np


def _one(values, scale):
    z = values * scale
    z -= z.max()
    np.exp(z, out=z)
    z /= z.sum()
    return z


def softmax(x, dim=-1, **options):
    temperature = options.pop("temperature", 1.0)
    if options:
        raise TypeError(f"unknown options {sorted(options)}")
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    if x.size == 0:
        return np.zeros(x.shape, dtype=x.dtype)
    return np.apply_along_axis(_one, dim, x, np.asarray(1.0 / temperature, dtype=x.dtype))
