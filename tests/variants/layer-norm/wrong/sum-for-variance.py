# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    diff = x - x.mean(-1, keepdims=True)
    norm = np.sqrt((diff**2).sum(-1, keepdims=True) + eps)
    return diff / norm * gamma + beta
