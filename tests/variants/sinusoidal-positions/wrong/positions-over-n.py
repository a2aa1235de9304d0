# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    pos = torch.linspace(0, 1, n + 1)[:-1]
    angle = torch.outer(pos, base ** (-torch.arange(0, d, 2) / d))
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)
