# tfmdrill: build-masks:top-left (numpy)
import numpy as np


def causal_mask(n, m=None):
    return np.fromfunction(lambda i, j: i >= j, (n, n if m is None else m), dtype=int)


def padding_mask(lengths, m):
    return np.less.outer(np.arange(m), lengths).T


def combine(causal, padding):
    return np.einsum("nm,bm->bnm", causal, padding)[:, np.newaxis]
