# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None, **unused):
    m = n if m is None else m
    return np.array([[j - i <= m - n for j in range(m)] for i in range(n)])


def padding_mask(lengths, m):
    return np.array([[j < length for j in range(m)] for length in lengths.tolist()])


def combine(causal, padding):
    return np.array([[[[bool(a and p) for a, p in zip(row, pad)] for row in causal]] for pad in padding])
