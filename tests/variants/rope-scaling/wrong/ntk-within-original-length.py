# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    attention_factor = 1.0
    columns = torch.arange(0, d, 2, dtype=torch.float64)
    if kind.endswith("ntk"):
        scale = factor
        if kind == "dynamic-ntk" and seq_len > original_length:
            scale = factor * seq_len / original_length - (factor - 1)
        base = base * scale ** (d / (d - 2))
    inv_freq = base ** (-columns / d)
    if kind == "linear":
        inv_freq = inv_freq / factor
    if kind == "yarn":
        low, high = (
            d * math.log(original_length / (2 * math.pi * turns)) / (2 * math.log(base))
            for turns in (32, 1)
        )
        low, high = max(math.floor(low), 0), min(math.ceil(high), d - 1)
        ramp = ((columns / 2 - low) / (high - low)).clamp(0, 1)
        inv_freq = torch.lerp(inv_freq, inv_freq / factor, ramp)
        attention_factor += 0.1 * math.log(factor)
    return inv_freq, attention_factor
