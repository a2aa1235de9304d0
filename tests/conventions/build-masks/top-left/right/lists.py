# tfmdrill: build-masks:top-left (numpy)
import numpy as np


def causal_mask(n, m=None):
    columns = range(n if m is None else m)
    return np.array([[j <= i for j in columns] for i in range(n)])


def padding_mask(lengths, m):
    return np.array([[True] * int(k) + [False] * (m - int(k)) for k in lengths])


def combine(causal, padding):
    return np.array([[[[bool(c and p) for c, p in zip(q, row)] for q in causal]] for row in padding])
