# tfmdrill: sinusoidal-positions:halves (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("odd d")
    frequency = base ** (-2 * torch.arange(d) / d)
    angle = torch.arange(n)[:, None] * frequency
    return torch.cat([angle[:, : d // 2].sin(), angle[:, d // 2 :].cos()], dim=1)
