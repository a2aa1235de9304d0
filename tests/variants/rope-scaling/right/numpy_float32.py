# tfmdrill: rope-scaling (numpy)
from functools import partial

import numpy as np


def _frequencies(dtype, d, *, base, kind, factor, original_length, seq_len=None):
    if kind == "dynamic-ntk":
        kind, factor = "ntk", max(1, factor * seq_len / original_length - (factor - 1))
    if kind == "ntk":
        base *= factor ** (d / (d - 2))
    f = 1 / np.power(dtype(base), np.arange(0, d, 2, dtype=dtype) / dtype(d))
    if kind == "linear":
        f = f / dtype(factor)
    m = dtype(1)
    if kind == "yarn":
        edges = d * np.log(original_length / (2 * np.pi * np.array([32, 1]))) / np.log(base) / 2
        low, high = np.clip([np.floor(edges[0]), np.ceil(edges[1])], 0, d - 1)
        ramp = np.clip((np.arange(d // 2) - low) / (high - low), 0, 1).astype(dtype)
        f = np.where(
            ramp == 0, f, np.where(ramp == 1, f / factor, (1 - ramp) * f + ramp * f / factor)
        )
        m = dtype(0.1 * np.log(factor) + 1)
    return f.astype(dtype), m


rope_frequencies = partial(_frequencies, np.float32)
