# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = m or n
    i = np.arange(n).reshape(n, 1)
    j = np.arange(m).reshape(1, m)
    return j <= i + m - n


def padding_mask(lengths, m):
    return np.arange(m)[:, None] < lengths


def combine(causal, padding):
    return np.logical_and(causal[np.newaxis, np.newaxis], padding[:, np.newaxis, np.newaxis, :])
