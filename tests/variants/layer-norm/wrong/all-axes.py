# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    return gamma * (x - np.mean(x)) / np.sqrt(np.var(x) + eps) + beta
