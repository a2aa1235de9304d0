# tfmdrill: layer-norm (numpy)
import numpy as np


def moments(x):
    mean = np.zeros(x.shape[:-1], dtype=np.float64)
    m2 = np.zeros(x.shape[:-1], dtype=np.float64)
    for k in range(x.shape[-1]):
        delta = x[..., k] - mean
        mean += delta / (k + 1)
        m2 += delta * (x[..., k] - mean)
    return mean[..., None], m2[..., None] / x.shape[-1]


class LayerNorm:
    def __call__(self, x, gamma, beta, *, eps=1e-5):
        mean, var = moments(x)
        return ((x - mean) * (var + eps) ** -0.5 * gamma + beta).astype(x.dtype)


layer_norm = LayerNorm()
