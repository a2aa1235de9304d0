# tfmdrill: rope-scaling (numpy)
import math

import numpy as np


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    """Logarithms throughout, exponentiated at the end."""
    log_f = -math.log(base) * np.arange(0, d, 2) / d
    share = np.arange(d // 2) / (d / 2 - 1)  # of the last pair's slowing
    if kind == "linear":
        return np.exp(log_f - math.log(factor)), 1.0
    if kind == "ntk":
        return np.exp(log_f - math.log(factor) * share), 1.0
    if kind == "dynamic-ntk":
        if seq_len <= original_length:
            return np.exp(log_f), 1.0
        scale = factor * seq_len / original_length - (factor - 1)
        return np.exp(log_f - math.log(scale) * share), 1.0
    step = 2 * math.log(base) / d
    low = math.floor(math.log(original_length / (64 * math.pi)) / step)
    high = math.ceil(math.log(original_length / (2 * math.pi)) / step)
    low, high = max(low, 0), min(high, d - 1)
    ramp = np.arange(d // 2, dtype=float)
    ramp -= low
    ramp /= high - low
    ramp[ramp < 0], ramp[ramp > 1] = 0, 1
    f = np.exp(log_f)
    return f + (f / factor - f) * ramp, math.log(factor) * 0.1 + 1
