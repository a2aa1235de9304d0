# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = n if m is None else m
    return np.tril(np.ones((n, m), dtype=np.bool_), k=m - n)


def padding_mask(lengths, m):
    return np.less.outer(np.arange(m), np.asarray(lengths)).T


def combine(causal, padding):
    return np.expand_dims(causal, (0, 1)) & np.expand_dims(padding, (1, 2))
