# tfmdrill: gelu (torch)
import torch
from functools import partial


def _tanh(z):
    e = torch.exp(-2 * z.abs())
    return z.sign() * (1 - e) / (1 + e)


def _gelu(scale, x, *, approximate=False):
    z = x + 0.044715 * x**3
    t = _tanh(scale * z) if approximate else torch.erf(x * 2**-0.5)
    return torch.lerp(torch.zeros_like(x), x, (1 + t) / 2)


gelu = partial(_gelu, (2 / torch.pi) ** 0.5)
