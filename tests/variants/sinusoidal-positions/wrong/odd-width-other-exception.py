# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    assert d % 2 == 0
    angle = torch.outer(torch.arange(n).float(), base ** (-torch.arange(0, d, 2) / d))
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)
