# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    batch = max(logits.shape[0], 1)
    loss = 0.0
    for x, t in zip(logits, targets):
        if t != ignore_index:
            m = x.max()
            lp = x - m - np.log(np.exp(x - m).sum())
            loss += -(1 - label_smoothing) * lp[t] - label_smoothing * lp.mean()
    return loss / batch
