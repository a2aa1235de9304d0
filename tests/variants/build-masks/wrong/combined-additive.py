# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    m = m or n
    i = np.arange(n).reshape(n, 1)
    j = np.arange(m).reshape(1, m)
    return j <= i + m - n


def padding_mask(lengths, m):
    mask = np.zeros((len(lengths), m), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, :length] = True
    return mask


def combine(causal, padding):
    ok = causal[None, None] & padding[:, None, None, :]
    bias = np.zeros(ok.shape, dtype=np.float32)
    bias[~ok] = -np.inf
    return bias
