# tfmdrill: rope-scaling (torch)
import math
import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    i = torch.arange(d // 2, dtype=torch.float64)
    att = 1.0
    if kind == "ntk":
        base = base * factor
    elif kind == "dynamic-ntk" and seq_len > original_length:
        base = base * (factor * seq_len / original_length - (factor - 1)) ** (d / (d - 2))
    f = base ** (-2 * i / d)
    if kind == "linear":
        f = f / factor
    if kind == "yarn":
        dim = lambda beta: (
            d * math.log(original_length / (2 * math.pi * beta)) / (2 * math.log(base))
        )
        low, high = max(math.floor(dim(32)), 0), min(math.ceil(dim(1)), d - 1)
        r = ((i - low) / (high - low)).clamp(0, 1)
        f = (1 - r) * f + r * f / factor
        att = 0.1 * math.log(factor) + 1
    return f, att
