# tfmdrill: softmax (numpy)
from __future__ import annotations

import numpy as np


class Temperature(ValueError):
    pass


def softmax(x: np.ndarray, dim: int = -1, *, temperature: float = 1.0) -> np.ndarray:
    if temperature <= 0:
        raise Temperature(temperature)
    last = np.swapaxes(x, dim, -1) / temperature
    flat = last.reshape(-1, last.shape[-1])
    out = np.empty_like(flat)
    for row, values in enumerate(flat):
        e = np.exp(values - values.max())
        out[row] = e / e.sum()
    return np.swapaxes(out.reshape(last.shape), dim, -1)
