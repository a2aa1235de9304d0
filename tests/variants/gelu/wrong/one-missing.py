# tfmdrill: gelu (torch)
import math

import torch


def gelu(x, *, approximate=False):
    if approximate:
        return 0.5 * x * torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
    return 0.5 * x * torch.erf(x / math.sqrt(2))
