# tfmdrill: attention (numpy)
import numpy as np


def stable_softmax(x):
    z = np.exp(x - x.max()) if x.size else x
    return z / z.sum(-1, keepdims=True)


def attention(q, k, v):
    return stable_softmax(q @ k.swapaxes(-2, -1) / k.shape[-1] ** 0.5) @ v
