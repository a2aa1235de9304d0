"""Cross-entropy over class ids, with rows left out and label smoothing; all in the dtype given.

Source: Szegedy et al. 2016, Rethinking the Inception Architecture, section 7, for the smoothing.
"""

import numpy as np


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    """The mean loss of the kept rows, 0-d: logits (N, C) floats, targets (N,) int64.

    >>> round(float(cross_entropy(np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([0, 0]))), 4)
    0.7201
    """
    kept = targets != ignore_index
    safe = np.where(kept, targets, 0)  # a class id to look up, even in the rows left out
    peak = np.max(logits, axis=1, keepdims=True)
    shifted = logits - peak
    log_z = np.log(np.sum(np.exp(shifted), axis=1, keepdims=True))
    log_p = shifted - log_z
    rows = np.arange(len(targets))
    nll = -log_p[rows, safe]
    spread = -np.mean(log_p, axis=1)
    row_loss = (1.0 - label_smoothing) * nll + label_smoothing * spread
    total = np.sum(row_loss * kept)
    count = int(np.sum(kept))
    return total / max(count, 1)
