# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    x -= x.mean(axis=-1, keepdims=True)
    var = (x**2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(var + eps) * gamma + beta
