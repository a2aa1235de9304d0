# tfmdrill: rope-scaling (numpy)
import functools

import numpy as np


@functools.lru_cache(maxsize=None)
def _unscaled(d, base):
    return np.array([base ** (-i / d) for i in range(0, d, 2)])


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    power = d / (d - 2)
    if kind == "linear":
        return _unscaled(d, base) / factor, np.array(1.0)
    if kind == "ntk":
        return _unscaled(d, base * factor**power), np.array(1.0)
    if kind == "dynamic-ntk":
        excess = max(seq_len / original_length - 1, 0)
        return _unscaled(d, base * (1 + factor * excess) ** power), np.array(1.0)
    index = lambda turns: np.log(original_length / (2 * np.pi * turns)) / np.log(base) * d / 2  # noqa: E731
    low, high = max(np.floor(index(32)), 0), min(np.ceil(index(1)), d - 1)
    ramp = np.median(
        [np.zeros(d // 2), (np.arange(d // 2) - low) / (high - low), np.ones(d // 2)], 0
    )
    return _unscaled(d, base) * (1 - ramp * (1 - 1 / factor)), np.array(0.1 * np.log(factor) + 1)
