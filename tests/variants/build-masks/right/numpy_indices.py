# tfmdrill: build-masks (numpy)
from __future__ import annotations

import numpy as np


def causal_mask(n: int, m: int | None = None) -> np.ndarray:
    i, j = np.indices((n, n if m is None else m))
    return ~(j - i > j.shape[1] - n)


def padding_mask(lengths: np.ndarray, m: int) -> np.ndarray:
    return np.broadcast_to(np.arange(m), (lengths.size, m)) < lengths.reshape(-1, 1)


def combine(causal: np.ndarray, padding: np.ndarray) -> np.ndarray:
    hidden = np.logical_or(~causal[None], ~padding[:, None, :])
    return np.invert(hidden)[:, None]
