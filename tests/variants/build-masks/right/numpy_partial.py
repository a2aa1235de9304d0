# tfmdrill: build-masks (numpy)
from functools import partial

import numpy as np


def _before(shift, rows, columns):
    return np.subtract.outer(rows, columns) + shift >= 0


def causal_mask(n, m=None):
    m = n if m is None else m
    return partial(_before, m - n)(np.arange(n), np.arange(m))


padding_mask = lambda lengths, m: _before(-1, lengths, np.arange(m))


def combine(causal, padding):
    return np.minimum(causal, padding[:, None])[:, None]
