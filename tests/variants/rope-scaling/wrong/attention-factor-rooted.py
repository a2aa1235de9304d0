# tfmdrill: rope-scaling (numpy)
import math

import numpy as np


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    pairs = np.arange(d // 2)
    power = d / (d - 2)
    if kind == "linear":
        return base ** (-2 * pairs / d) / factor, 1.0
    if kind == "ntk":
        return (base * factor**power) ** (-2 * pairs / d), 1.0
    if kind == "dynamic-ntk":
        scale = max(1.0, factor * seq_len / original_length - (factor - 1))
        return (base * scale**power) ** (-2 * pairs / d), 1.0
    fast, slow = (
        d * math.log(original_length / (2 * math.pi * turns)) / (2 * math.log(base))
        for turns in (32, 1)
    )
    low, high = max(math.floor(fast), 0), min(math.ceil(slow), d - 1)
    keep = 1 - np.clip((pairs - low) / (high - low), 0, 1)
    attention_factor = math.sqrt(0.1 * math.log(factor) + 1)
    return base ** (-2 * pairs / d) * (keep + (1 - keep) / factor), attention_factor
