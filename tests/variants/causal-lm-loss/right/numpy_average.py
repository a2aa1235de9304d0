# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def log_softmax(x):
    x = x - np.amax(x, axis=2, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=2, keepdims=True))


def causal_lm_loss(logits, ids, *, mask=None):
    mask = np.full(ids.shape, True) if mask is None else np.asarray(mask)
    weights = mask[:, 1:].ravel()
    if not weights.any():
        return logits.dtype.type(0)
    lp = log_softmax(logits)[:, :-1]
    b, t = np.indices(ids[:, 1:].shape)
    return np.average(-lp[b, t, ids[:, 1:]].ravel(), weights=weights)
