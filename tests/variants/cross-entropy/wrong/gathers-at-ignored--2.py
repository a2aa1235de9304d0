# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    x = logits - logits.max(-1, keepdims=True)
    lp = x - np.log(np.exp(x).sum(-1, keepdims=True))
    row = -(1 - label_smoothing) * lp[np.arange(len(targets)), targets] - label_smoothing * lp.mean(-1)
    keep = targets != ignore_index
    return row[keep].mean() if keep.any() else 0.0
