# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=1000.0):
    if d % 2:
        raise ValueError("d must be even")
    angle = torch.arange(n)[:, None] / base ** (torch.arange(0, d, 2) / d)
    return torch.stack([angle.sin(), angle.cos()], -1).reshape(n, d)
