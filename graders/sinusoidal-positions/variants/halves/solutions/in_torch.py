# tfmdrill: sinusoidal-positions:halves (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError(f"the width must be even, not {d}")
    frequency = base ** (-torch.arange(0, d, 2) / d)
    angle = torch.outer(torch.arange(n, dtype=torch.float32), frequency)  # (n, d/2)
    return torch.cat([angle.sin(), angle.cos()], dim=1)
