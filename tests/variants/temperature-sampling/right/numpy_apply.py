# tfmdrill: temperature-sampling (numpy)
import numpy as np


def _one(row, x, t):
    if t == 0:
        return np.flatnonzero(row == row.max())[0]
    possible = np.flatnonzero(np.isfinite(row))
    z = row[possible].astype(np.float64) / t
    p = np.exp(z - z.max())
    k = np.searchsorted(np.cumsum(p / p.sum()), x, side="right")
    return possible[min(k, len(possible) - 1)]


def sample(logits, u, *, temperature):
    return np.array([_one(r, x, temperature) for r, x in zip(logits, u)])
