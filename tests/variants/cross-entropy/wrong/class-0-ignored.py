# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = np.nonzero(targets > 0)[0]
    if len(keep) == 0:
        return 0.0
    x = logits[keep]
    x = x - x.max(axis=1, keepdims=True)
    lp = x - np.log(np.exp(x).sum(axis=1, keepdims=True))
    nll = -lp[np.arange(len(keep)), targets[keep]]
    return ((1 - label_smoothing) * nll - label_smoothing * lp.mean(axis=1)).mean()
