# tfmdrill: build-masks:top-left (numpy)
import numpy as np


def causal_mask(n, m=None):
    return np.tri(n, n if m is None else m, dtype=bool)  # query i stands at key i


def padding_mask(lengths, m):
    return np.arange(m) < lengths[:, None]


def combine(causal, padding):
    return causal & padding[:, None, None, :]
