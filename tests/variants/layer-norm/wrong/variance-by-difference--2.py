# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    n = x.shape[-1]
    s1 = x.sum(-1, keepdims=True)
    s2 = np.square(x).sum(-1, keepdims=True)
    var = np.maximum(s2 / n - (s1 / n) ** 2, 0)
    return (x - s1 / n) / np.sqrt(var + eps) * gamma + beta
