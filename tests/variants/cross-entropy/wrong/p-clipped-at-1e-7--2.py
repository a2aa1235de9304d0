# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = np.clip(e / e.sum(axis=1, keepdims=True), 1e-7, 1 - 1e-7)
    total, count = 0.0, 0
    for i, t in enumerate(targets):
        if t == ignore_index:
            continue
        total -= (1 - label_smoothing) * np.log(p[i, t]) + label_smoothing * np.log(p[i]).mean()
        count += 1
    return total / count if count else 0.0
