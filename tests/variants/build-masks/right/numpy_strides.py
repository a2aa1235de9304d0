# tfmdrill: build-masks (numpy)
import numpy as np


def causal_mask(n, m=None):
    """Windows of one row: m - n + 1 + i times True, then False."""
    m = n if m is None else m
    line = np.arange(n + m - 1) < m
    line = np.concatenate([line, np.zeros(0, bool)])
    return np.lib.stride_tricks.sliding_window_view(line, m)[::-1]


def padding_mask(lengths, m):
    table = np.tri(m + 1, m, -1, dtype=bool)  # row l: l times True
    return table[lengths]


def combine(causal, padding):
    return np.stack([(causal * row)[None] for row in padding])
