# tfmdrill: rope-scaling (numpy)
import numpy as np


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    i = np.arange(d // 2)
    f = base ** (-2.0 * i / d)
    if kind == "linear":
        return f / factor, np.float64(1)
    if kind == "yarn":
        turns = np.array([32, 1])
        low, high = d * np.log(original_length / (2 * np.pi * turns)) / (2 * np.log(base))
        low, high = max(np.floor(low), 0), min(np.ceil(high), d - 1)
        ramp = np.interp(i, [low, high], [0, 1])
        return f * (1 - ramp) + f / factor * ramp, 0.1 * np.log(factor) + 1
    s = factor
    if kind == "dynamic-ntk":
        s = factor * max(seq_len, original_length) / original_length - (factor - 1)
    return f * s ** (-2.0 * i / (d - 2)), np.float64(1)
