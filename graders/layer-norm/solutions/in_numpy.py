import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)  # biased: divided by d
    return centred / np.sqrt(variance + eps) * gamma + beta
