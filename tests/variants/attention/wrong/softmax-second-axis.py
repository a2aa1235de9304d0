# tfmdrill: attention (numpy)
import numpy as np


def attention(q, k, v):
    scores = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(k.shape[-1])
    e = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return np.matmul(e / np.sum(e, axis=1, keepdims=True), v)
