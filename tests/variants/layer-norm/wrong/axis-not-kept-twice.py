# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    x = x - np.mean(x, axis=-1)
    x = x / np.sqrt(np.mean(x**2, axis=-1) + eps)
    return x * gamma + beta
