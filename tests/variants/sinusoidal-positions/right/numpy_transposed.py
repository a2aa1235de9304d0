# tfmdrill: sinusoidal-positions (numpy)
from functools import partial

import numpy as np


def _columns(kinds, n, d, *, base=10000.0):
    if d % len(kinds):
        raise ValueError(f"{d} columns don't make pairs")
    p = np.arange(n, dtype=np.float32)
    columns = [f(p * np.float32(base ** (-c / d))) for c in range(0, d, 2) for f in kinds]
    return np.stack(columns).T


sinusoidal_positions = partial(_columns, (np.sin, np.cos))
