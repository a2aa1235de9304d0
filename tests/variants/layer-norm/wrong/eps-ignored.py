# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    z = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return z * gamma + beta
