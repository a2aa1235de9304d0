# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    pe = torch.zeros(n, d)
    for pos in range(n):
        for i in range(0, d, 2):
            pe[pos, i] = torch.sin(torch.tensor(pos / base ** (2 * i / d)))
            pe[pos, i + 1] = torch.cos(torch.tensor(pos / base ** (2 * (i + 1) / d)))
    return pe
