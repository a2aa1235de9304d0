# tfmdrill: sinusoidal-positions (torch)
from __future__ import annotations

import math

import torch


def sinusoidal_positions(n: int, d: int, *, base: float = 1e4) -> torch.Tensor:
    """A cosine is a sine a quarter turn on."""
    if d & 1:
        raise ValueError("odd width")
    column = torch.arange(d, dtype=torch.float64)
    angle = torch.arange(n, dtype=torch.float64)[:, None] * base ** (-(column - column % 2) / d)
    return torch.sin(angle + (column % 2) * math.pi / 2).float()
