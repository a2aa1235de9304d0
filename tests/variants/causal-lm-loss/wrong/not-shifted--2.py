# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    V = logits.shape[-1]
    x, y = logits.reshape(-1, V), ids.reshape(-1)
    keep = np.ones(len(y), bool) if mask is None else mask.reshape(-1)
    x, y = x[keep], y[keep]
    if not len(y):
        return 0.0
    x = x - x.max(1, keepdims=True)
    lp = x - np.log(np.exp(x).sum(1, keepdims=True))
    return -lp[np.arange(len(y)), y].mean()
