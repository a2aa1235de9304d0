# tfmdrill: sinusoidal-positions (torch)
import math

import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    pe = torch.zeros(n, d)
    position = torch.arange(n).unsqueeze(1)
    div_term = torch.exp(2 * torch.arange(0, d, 2) * (-math.log(base) / d))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe
