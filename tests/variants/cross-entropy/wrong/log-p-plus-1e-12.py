# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    sel = targets != ignore_index
    if not sel.any():
        return np.float32(0)
    x, y = logits[sel], targets[sel]
    x = x - x.max(1, keepdims=True)
    probs = np.exp(x) / np.exp(x).sum(1, keepdims=True)
    lp = np.log(probs + 1e-12)
    hard = -lp[np.arange(y.size), y].mean()
    return (1 - label_smoothing) * hard - label_smoothing * lp.mean()
