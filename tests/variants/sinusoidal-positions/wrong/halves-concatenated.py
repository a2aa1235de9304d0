# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    inv_freq = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    sinusoid = torch.outer(torch.arange(n).float(), inv_freq)
    return torch.cat([sinusoid.sin(), sinusoid.cos()], dim=-1)
