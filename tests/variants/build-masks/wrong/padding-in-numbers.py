# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = m or n
    i = np.arange(n).reshape(n, 1)
    j = np.arange(m).reshape(1, m)
    return j <= i + m - n


def padding_mask(lengths, m):
    mask = np.zeros((lengths.shape[0], m))
    for i, length in enumerate(lengths):
        mask[i, :length] = 1
    return mask


def combine(causal, padding):
    return np.logical_and(causal[np.newaxis, np.newaxis], padding[:, np.newaxis, np.newaxis, :])
