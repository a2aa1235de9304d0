# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def causal_lm_loss(logits, ids, *, mask=None):
    probability = softmax(logits)[:, :-1]
    nll = -np.log(softmax(probability))
    B, n = ids.shape
    terms = [
        nll[b, t, ids[b, t + 1]]
        for b in range(B)
        for t in range(n - 1)
        if mask is None or mask[b, t + 1]
    ]
    return float(np.mean(terms)) if terms else 0.0
