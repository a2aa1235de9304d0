# tfmdrill: cross-entropy (numpy)
import numpy as np

EPS = 1e-8


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    z = logits - np.max(logits, axis=-1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(-1, keepdims=True)
    keep = targets != ignore_index
    y = np.where(keep, targets, 0)
    nll = -np.log(p[np.arange(len(y)), y] + EPS)
    smooth = -np.log(p + EPS).mean(-1)
    loss = (1 - label_smoothing) * nll + label_smoothing * smooth
    return (loss * keep).sum() / max(keep.sum(), 1)
