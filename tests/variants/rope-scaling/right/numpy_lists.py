# tfmdrill: rope-scaling (numpy)
import math


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None, **unused):
    pairs = range(d // 2)
    if kind == "ntk" or (kind == "dynamic-ntk" and seq_len > original_length):
        scale = factor
        if kind == "dynamic-ntk":
            scale = factor * seq_len / original_length - (factor - 1)
        base = base * math.pow(scale, d / (d - 2))
    f = [base ** (-2 * i / d) for i in pairs]
    if kind == "linear":
        return [x / factor for x in f], 1.0
    if kind == "yarn":
        low, high = (
            d * math.log(original_length / (2 * math.pi * n)) / (2 * math.log(base))
            for n in (32, 1)
        )
        low, high = max(math.floor(low), 0), min(math.ceil(high), d - 1)
        ramp = [min(max((i - low) / (high - low), 0), 1) for i in pairs]
        f = [(1 - r) * x + r * x / factor for x, r in zip(f, ramp)]
        return f, 0.1 * math.log(factor) + 1
    return f, 1.0
