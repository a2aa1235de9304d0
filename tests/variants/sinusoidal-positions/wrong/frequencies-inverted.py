# tfmdrill: sinusoidal-positions (torch)
import math

import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    position = torch.arange(n, dtype=torch.float64).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d, 2, dtype=torch.float64) * (math.log(base) / d))
    angle = position * div_term
    return torch.stack((angle.sin(), angle.cos()), 2).view(n, d)
