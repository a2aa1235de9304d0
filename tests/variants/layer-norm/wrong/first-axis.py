# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    mu = x.mean(axis=0)
    sigma2 = x.var(axis=0)
    x_hat = (x - mu) / np.sqrt(sigma2 + eps)
    return gamma * x_hat + beta
