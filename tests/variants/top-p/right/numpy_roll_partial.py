# tfmdrill: top-p (numpy)
from functools import partial

import numpy as np


def _filter(fill, logits, p):
    order = np.argsort(logits, axis=-1)[:, ::-1]
    inverse = np.argsort(order, axis=-1)
    e = np.exp(logits - logits.max(-1, keepdims=True))
    probs = e / e.sum(-1, keepdims=True)
    sums = np.take_along_axis(probs, order, -1).cumsum(-1)
    exclusive = np.roll(sums, 1, axis=-1)
    exclusive[:, 0] = -1.0
    keep = np.take_along_axis(exclusive, inverse, -1) < max(p, 0.0)
    if p >= 1:
        keep = np.ones_like(keep)
    filtered = logits.copy()
    filtered[~keep] = fill
    return filtered


top_p_filter = partial(_filter, -np.inf)
