# tfmdrill: top-p (numpy)
import numpy as np


def _row(row, p):
    if p >= 1:
        return row.copy()
    order = np.argsort(row)[::-1]
    probs = np.exp(row[order].astype(np.float64) - row.max())
    probs /= probs.sum()
    k = max(1, int(np.searchsorted(np.cumsum(probs), p)) + 1)
    out = np.full_like(row, -np.inf)
    out[order[:k]] = row[order[:k]]
    return out


def top_p_filter(logits, p):
    return np.apply_along_axis(_row, 1, logits, p)
