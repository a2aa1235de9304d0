# tfmdrill: sinusoidal-positions:halves (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("odd d")
    theta = base ** -(torch.arange(d // 2).double() * 2 / d)
    z = torch.exp(1j * torch.arange(n).double()[:, None] * theta)
    return torch.hstack((z.imag, z.real)).float()
