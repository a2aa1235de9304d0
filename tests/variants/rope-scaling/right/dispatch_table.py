# tfmdrill: rope-scaling (torch)
from __future__ import annotations

import math
from typing import Any

import torch


def plain(d: int, base: float) -> torch.Tensor:
    return torch.logspace(0, -(d - 2) / d, d // 2, base=base, dtype=torch.float64)


def linear(d, base, s, L0, L):
    return plain(d, base).div(s), torch.tensor(1.0)


def ntk(d, base, s, L0, L):
    return plain(d, base * math.exp(math.log(s) * d / (d - 2))), torch.tensor(1.0)


def dynamic(d, base, s, L0, L):
    return ntk(d, base, 1 + s * max(0, L - L0) / L0, L0, L)


def yarn(d, base, s, L0, L):
    f = plain(d, base)
    edge = [d / 2 * math.log(L0 / (2 * math.pi * b), base) for b in (32, 1)]
    lo, hi = max(0, math.floor(edge[0])), min(d - 1, math.ceil(edge[1]))
    keep = 1 - torch.clip((torch.arange(len(f)) - lo) / (hi - lo), 0, 1)
    return torch.lerp(f / s, f, keep.double()), torch.tensor(1 + math.log(s) / 10)


KINDS = {"linear": linear, "ntk": ntk, "dynamic-ntk": dynamic, "yarn": yarn}


def rope_frequencies(d: int, **o: Any):
    kind = KINDS[o["kind"]]
    return kind(d, o["base"], o["factor"], o["original_length"], o.get("seq_len"))
