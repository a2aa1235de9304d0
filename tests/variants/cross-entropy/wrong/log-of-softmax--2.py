# tfmdrill: cross-entropy (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    n = keep.sum()
    if n == 0:
        return 0.0
    p = softmax(logits)[keep]
    with np.errstate(divide="ignore"):
        nll = -np.log(p[np.arange(n), targets[keep]])
        loss = nll
        if label_smoothing > 0:
            loss = (1 - label_smoothing) * nll + label_smoothing * -np.log(p).mean(axis=1)
    return loss.mean()
