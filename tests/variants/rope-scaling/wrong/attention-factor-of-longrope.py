# tfmdrill: rope-scaling (torch)
import math
import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    f = base ** (-torch.arange(0, d, 2).double() / d)
    g = lambda s: (base * s ** (d / (d - 2))) ** (-torch.arange(0, d, 2).double() / d)
    if kind == "linear":
        return f / factor, 1.0
    if kind == "ntk":
        return g(factor), 1.0
    if kind == "dynamic-ntk":
        return g(max(1, factor * seq_len / original_length - factor + 1)), 1.0
    low, high = (
        d * math.log(original_length / (2 * math.pi * b)) / (2 * math.log(base)) for b in (32, 1)
    )
    low, high = max(math.floor(low), 0), min(math.ceil(high), d - 1)
    r = ((torch.arange(d // 2) - low) / (high - low)).clamp(0, 1)
    return (1 - r) * f + r * f / factor, math.sqrt(1 + math.log(factor) / math.log(original_length))
