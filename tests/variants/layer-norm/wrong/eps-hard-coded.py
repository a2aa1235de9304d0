# tfmdrill: layer-norm (numpy)
import numpy as np

EPS = 1e-5


def layer_norm(x, gamma, beta, **kwargs):
    mean = np.mean(x, -1, keepdims=True)
    var = np.var(x, -1, keepdims=True)
    return (x - mean) / np.sqrt(var + EPS) * gamma + beta
