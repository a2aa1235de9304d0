# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    dims = torch.arange(0, d, 2, dtype=torch.float32)
    mscale = 1.0
    if kind == "linear":
        inv_freq = 1.0 / (base ** (dims / d))
        inv_freq = inv_freq / factor
    elif kind == "ntk":
        base = base * factor ** (d / (d - 2))
        inv_freq = 1.0 / (base ** (dims / d))
    elif kind == "dynamic-ntk":
        if seq_len > original_length:
            alpha = factor * seq_len / original_length - (factor - 1)
            base = base * alpha ** (d / (d - 2))
        inv_freq = 1.0 / (base ** (dims / d))
    else:
        inv_freq = 1.0 / (base ** (dims / d))

        def correction_dim(rotations):
            return d * math.log(original_length / (rotations * 2 * math.pi)) / (2 * math.log(base))

        low = max(math.floor(correction_dim(32)), 0)
        high = min(math.ceil(correction_dim(1)), d - 1)
        ramp = (torch.arange(d // 2) - low) / (high - low)
        ramp = ramp.clamp(0, 1)
        inv_freq = inv_freq / factor * ramp + inv_freq * (1 - ramp)
    return inv_freq, mscale
