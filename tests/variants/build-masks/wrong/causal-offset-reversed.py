# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = n if m is None else m
    return np.tri(n, m, n - m, dtype=bool)


def padding_mask(lengths, m):
    mask = np.zeros((len(lengths), m), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, :length] = True
    return mask


def combine(causal, padding):
    return np.logical_and(causal[np.newaxis, np.newaxis], padding[:, np.newaxis, np.newaxis, :])
