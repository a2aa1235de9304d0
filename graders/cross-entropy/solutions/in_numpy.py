"""Cross-entropy by log-sum-exp, with a mask over the rows."""

import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    """logits (N, C), targets (N,) -> 0-d mean over the rows that aren't ignored."""
    kept = targets != ignore_index
    if not kept.any():
        return logits.dtype.type(0)

    x = logits[kept]
    y = targets[kept]
    shifted = x - x.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))

    nll = -np.take_along_axis(log_p, y[:, None], axis=-1)[:, 0]
    smooth = -log_p.mean(axis=-1)
    return ((1 - label_smoothing) * nll + label_smoothing * smooth).mean()
