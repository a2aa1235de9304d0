# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    x_hat = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return beta * x_hat + gamma
