import numpy as np


def causal_mask(n, m=None):
    m = n if m is None else m
    return np.tri(n, m, m - n, dtype=bool)  # the last query sees the last key


def padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None]


def combine(causal, padding):
    return causal[None, None] & padding[:, None, None, :]
