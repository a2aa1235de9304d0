# tfmdrill: cross-entropy (numpy)
import functools
import warnings

import numpy as np


def on_kept_rows(loss):
    @functools.wraps(loss)
    def wrapper(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
        warnings.warn("rows are filtered first", stacklevel=2)
        keep = np.flatnonzero(targets != ignore_index)
        print("kept", keep.size, "of", targets.size)
        if keep.size == 0:
            return logits.dtype.type(0)
        return loss(logits[keep], targets[keep], label_smoothing)

    return wrapper


@on_kept_rows
def cross_entropy(x, y, e):
    m = np.max(x, axis=-1)
    log_z = np.log(np.sum(np.exp(np.subtract(x.T, m)), axis=0)) + m
    own = x[range(len(y)), y]
    return np.mean(log_z - (1 - e) * own - e * x.mean(axis=-1))
