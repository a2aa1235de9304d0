# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    pair = torch.arange(0, d, 2, dtype=torch.float64)
    inv_freq = base ** (-pair / d)
    if seq_len is not None and seq_len <= original_length:
        return inv_freq, 1.0  # short enough: nothing to scale
    if kind == "linear":
        return inv_freq / factor, 1.0
    if kind == "yarn":

        def dim(turns):
            return d * math.log(original_length / (2 * math.pi * turns)) / (2 * math.log(base))

        low, high = max(math.floor(dim(32)), 0), min(math.ceil(dim(1)), d - 1)
        ramp = ((pair / 2 - low) / (high - low)).clamp(0, 1)
        return inv_freq * (1 - ramp) + inv_freq / factor * ramp, 0.1 * math.log(factor) + 1.0
    if kind == "dynamic-ntk":
        factor = factor * seq_len / original_length - (factor - 1)
    return (base * factor ** (d / (d - 2))) ** (-pair / d), 1.0
