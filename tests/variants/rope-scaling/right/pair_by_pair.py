# tfmdrill: rope-scaling (torch)
import math

import torch


def rope_frequencies(d, *, base, kind, factor, original_length, seq_len=None):
    s, L0 = factor, original_length
    out = []
    for i in range(d // 2):
        theta = base ** (-2 * i / d)
        if kind == "linear":
            theta /= s
        elif kind == "ntk":
            theta *= s ** (-2 * i / (d - 2))
        elif kind == "dynamic-ntk" and seq_len > L0:
            theta *= (s * seq_len / L0 - s + 1) ** (-2 * i / (d - 2))
        elif kind == "yarn":
            a = d * math.log(L0 / 64 / math.pi) / math.log(base) / 2
            b = d * math.log(L0 / 2 / math.pi) / math.log(base) / 2
            a, b = max(math.floor(a), 0), min(math.ceil(b), d - 1)
            r = 0.0 if i < a else 1.0 if i > b else (i - a) / (b - a)
            theta *= 1 - r + r / s
        out.append(theta)
    print(kind, len(out))
    return torch.tensor(out), 1 + 0.1 * math.log(s) * (kind == "yarn")
