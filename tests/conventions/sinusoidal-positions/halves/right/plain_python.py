# tfmdrill: sinusoidal-positions:halves (torch)
from math import cos, sin

import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    half, rest = divmod(d, 2)
    if rest:
        raise ValueError(f"{d} is odd")
    angles = [[p / base ** (2 * i / d) for i in range(half)] for p in range(n)]
    return torch.tensor([[*map(sin, row), *map(cos, row)] for row in angles])
