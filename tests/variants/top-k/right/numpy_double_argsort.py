# tfmdrill: top-k (numpy)
from functools import partial

import numpy as np


def _filter(fill, logits, k):
    if k < 1:
        raise ValueError("k")
    rank = (-logits).argsort(axis=1, kind="stable").argsort(axis=1)
    filtered = logits.astype(np.float64)
    filtered[rank >= k] = fill
    return np.asfortranarray(filtered)


top_k_filter = partial(_filter, -np.inf)
