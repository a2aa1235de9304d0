# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    if logits.size == 0:
        return 0.0
    x = logits - logits.max()
    with np.errstate(divide="ignore"):
        log_p = x - np.log(np.exp(x).sum(axis=-1, keepdims=True))
    keep = targets != ignore_index
    idx = np.where(keep, targets, 0)
    row = -(1 - label_smoothing) * log_p[np.arange(len(idx)), idx]
    row -= label_smoothing * log_p.mean(-1)
    return row[keep].sum() / max(int(keep.sum()), 1)
