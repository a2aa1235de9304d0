# tfmdrill: gelu (torch)
from __future__ import annotations

import torch
from torch import Tensor
from torch.distributions import Normal


def gelu(x: Tensor, *, approximate: bool = False) -> Tensor:
    if not approximate:
        return torch.mul(x, Normal(0.0, 1.0).cdf(x))
    cube = torch.einsum("...,...,...->...", x, x, x)
    return x * (torch.tanh((x + 0.044715 * cube) * 0.7978845608028654) + 1) / 2
