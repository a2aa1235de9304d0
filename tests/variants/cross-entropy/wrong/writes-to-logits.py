# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if not keep.any():
        return 0.0
    logits -= logits.max(axis=1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    y = np.where(keep, targets, 0)
    row = -(1 - label_smoothing) * log_p[np.arange(len(y)), y] - label_smoothing * log_p.mean(1)
    return row[keep].mean()
