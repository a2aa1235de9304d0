# tfmdrill: cross-entropy (numpy)
import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    classes = logits.shape[-1]
    # ignored rows get an all-zero target distribution unless ignore_index is a class: mask them too
    keep = (targets != ignore_index).astype(logits.dtype)
    hard = (targets[:, None] == np.arange(classes)[None, :]).astype(logits.dtype)
    soft = np.full_like(logits, 1.0 / classes)
    q = ((1.0 - label_smoothing) * hard + label_smoothing * soft) * keep[:, None]
    centred = logits - logits.max(axis=-1, keepdims=True)
    log_p = centred - np.log(np.exp(centred) @ np.ones((classes, 1), logits.dtype))
    return -np.vdot(q, log_p) / max(keep.sum(), 1.0)
