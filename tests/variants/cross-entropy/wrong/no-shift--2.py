# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    with np.errstate(all="ignore"):
        log_p = logits - np.log(np.sum(np.exp(logits), axis=1))[:, None]
    y = np.where(keep, targets, 0)
    loss = -(1 - label_smoothing) * log_p[np.arange(len(y)), y]
    loss = loss - label_smoothing * log_p.mean(axis=1)
    return np.where(keep, loss, 0).sum() / max(keep.sum(), 1)
