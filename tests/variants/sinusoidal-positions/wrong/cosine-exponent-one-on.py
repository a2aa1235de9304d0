# tfmdrill: sinusoidal-positions (torch)
import torch


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    pos = torch.arange(n).unsqueeze(1)
    even, odd = torch.arange(0, d, 2), torch.arange(1, d, 2)
    pe = torch.empty(n, d)
    pe[:, 0::2] = torch.sin(pos / base ** (even / d))
    pe[:, 1::2] = torch.cos(pos / base ** (odd / d))
    return pe
