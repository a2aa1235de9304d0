# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if not keep.any():
        return 0.0
    x, y = logits[keep], targets[keep]
    x = x - x.max(axis=1, keepdims=True)
    # log2(p) = x * log2(e) - log2(sum exp x)
    log_p = x * np.log2(np.e) - np.log2(np.exp(x).sum(axis=1, keepdims=True))
    nll = -log_p[np.arange(len(y)), y]
    return np.mean((1 - label_smoothing) * nll - label_smoothing * log_p.mean(axis=1))
