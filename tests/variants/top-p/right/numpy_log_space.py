# tfmdrill: top-p (numpy)
import math

import numpy as np


def top_p_filter(logits, p):
    """Sums of probabilities as logarithms."""
    x = np.asarray(logits)
    order = np.argsort(x, axis=1)[:, ::-1]
    ranked = np.take_along_axis(x, order, axis=1).astype(np.float64)
    log_sums = np.logaddexp.accumulate(ranked, axis=1)
    log_sums = log_sums - log_sums[:, -1:]
    crossed = log_sums >= (math.log(p) if p > 0 else -math.inf)
    if p >= 1:
        crossed = np.zeros_like(crossed)
    removed = np.hstack([np.zeros((len(x), 1), bool), crossed[:, :-1]])
    result = x.astype(np.float64)
    rows = np.arange(len(x))[:, None]
    result[rows, order] = np.where(removed, -np.inf, result[rows, order])
    return result
