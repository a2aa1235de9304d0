# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = n if m is None else m
    last = np.maximum(np.arange(m - n, m) + 1, 0)
    return padding_mask(last, m)


def padding_mask(lengths, m):
    edges = np.zeros((len(lengths), m + 1), dtype=np.int64)
    edges[np.arange(len(lengths)), lengths] = 1
    return np.cumsum(edges, axis=1)[:, :m] == 0


def combine(causal, padding):
    votes = causal[None, :, :].astype(np.int64) + padding[:, None, :].astype(np.int64)
    return (votes == 2).reshape(len(padding), 1, *causal.shape)
