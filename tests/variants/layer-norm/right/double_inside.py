# tfmdrill: layer-norm (torch)
from __future__ import annotations

import torch
from torch import Tensor


def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, *, eps: float = 1e-5) -> Tensor:
    y = x.double()
    mu = y.mean(-1, keepdim=True)
    second = (y * y).mean(-1, keepdim=True)
    var = (second - mu * mu).clamp(min=0)  # good enough in double
    return ((y - mu) / (var + eps).sqrt() * gamma + beta).to(x.dtype)
