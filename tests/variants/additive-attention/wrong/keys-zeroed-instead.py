# tfmdrill: additive-attention (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    q = np.dot(query, w_q)[:, np.newaxis, :]
    e = np.tanh(q + np.dot(keys, w_k))
    scores = np.dot(e, v)
    alpha = softmax(scores)
    if key_mask is not None:
        keys = keys * key_mask[:, :, np.newaxis]
    context = (alpha[:, :, np.newaxis] * keys).sum(axis=1)
    return context, alpha
