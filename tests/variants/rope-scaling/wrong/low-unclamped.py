# tfmdrill: rope-scaling (numpy)
import math
import numpy as np


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    f = base ** (-np.arange(0, d, 2) / d)
    g = lambda s: (base * s ** (d / (d - 2))) ** (-np.arange(0, d, 2) / d)
    if kind == "linear":
        return f / factor, 1.0
    if kind == "ntk":
        return g(factor), 1.0
    if kind == "dynamic-ntk":
        return g(max(1, factor * seq_len / original_length - factor + 1)), 1.0
    low, high = (
        d * math.log(original_length / (2 * math.pi * b)) / (2 * math.log(base)) for b in (32, 1)
    )
    low, high = math.floor(low), min(math.ceil(high), d - 1)
    r = np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)
    return (1 - r) * f + r * f / factor, 0.1 * math.log(factor) + 1
