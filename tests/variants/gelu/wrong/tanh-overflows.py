# tfmdrill: gelu (torch)
import math

import torch


def tanh(z):
    e = torch.exp(2 * z)
    return (e - 1) / (e + 1)


def gelu(x, *, approximate=False):
    if approximate:
        return 0.5 * x * (1 + tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
