# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    if kind == "ntk":
        base = base * factor ** (d / (d - 2))
    elif kind == "dynamic-ntk" and seq_len > original_length:
        scale = factor * seq_len / original_length - (factor - 1)
        base = base * scale ** (d / (d - 2))
    inv_freq = base ** (-torch.arange(0, d, 2) / d)
    if kind == "linear":
        return inv_freq / factor, 1.0
    if kind != "yarn":
        return inv_freq, 1.0

    def dim(turns):
        return d * math.log(original_length / (2 * math.pi * turns)) / (2 * math.log(base))

    low, high = max(math.floor(dim(32)), 0), min(math.ceil(dim(1)), d - 1)
    ramp = ((torch.arange(d // 2) - low) / (high - low)).clamp(0, 1)
    return inv_freq * (1 - ramp) + inv_freq / factor * ramp, 0.1 * math.log(factor) + 1
