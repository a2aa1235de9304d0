# tfmdrill: attention (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(q, k, v):
    return softmax(np.einsum("...nd,...md->...nm", q, k)) @ v
