# tfmdrill: gelu (torch)
import torch


def gelu(x, *, approximate=False):
    return 0.5 * x * (1 + torch.erf(x / 2**0.5))
