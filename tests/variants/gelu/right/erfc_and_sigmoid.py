# tfmdrill: gelu (torch)
import torch


def gelu(x, *, approximate=False):
    """tanh through sigmoid, erf through erfc."""
    if approximate:
        z = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x.pow(3))
        return x * torch.sigmoid(2 * z)
    return x * 0.5 * torch.special.erfc(-x * 0.5**0.5)
