# tfmdrill: additive-attention (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    q = np.dot(query, w_q)[:, np.newaxis, :]
    k = np.dot(keys, w_k)
    e = 1 / (1 + np.exp(-(q + k)))
    scores = np.dot(e, v)
    mask = np.ones(scores.shape, dtype=bool) if key_mask is None else key_mask
    scores = np.where(mask, scores, np.float32(-1e9))
    alpha = softmax(scores)
    alpha = np.where(mask, alpha, 0)
    context = (alpha[:, :, np.newaxis] * keys).sum(axis=1)
    return context, alpha
