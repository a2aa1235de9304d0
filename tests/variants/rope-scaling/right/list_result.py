# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    grow = {"ntk": factor}.get(kind, 1.0)
    if kind == "dynamic-ntk":
        grow = max(factor * (seq_len / original_length - 1) + 1, 1)
    inv = torch.exp(-math.log(base * grow ** (d / (d - 2))) * torch.linspace(0, 1 - 2 / d, d // 2))
    t = 1.0
    if kind == "linear":
        inv = inv / factor
    elif kind == "yarn":
        at = [
            d * math.log(original_length / (2 * math.pi * n)) / math.log(base**2) for n in (32, 1)
        ]
        a, b = max(int(math.floor(at[0])), 0), min(int(math.ceil(at[1])), d - 1)
        ramp = torch.nn.functional.hardtanh((torch.arange(d // 2) - a) / float(b - a), 0.0, 1.0)
        inv = inv - inv * ramp * (1 - 1 / factor)
        t += 0.1 * math.log(factor)
    return [inv, t]
