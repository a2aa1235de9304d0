# tfmdrill: rms-norm (torch)
from __future__ import annotations

import torch
from torch import Tensor


def rms_norm(x: Tensor, weight: Tensor, *, eps: float = 1e-6) -> Tensor:
    dtype = torch.promote_types(x.dtype, torch.float32)
    x = x.to(dtype)
    print("dtype", dtype)
    mean_square = torch.mean(x * x, dim=x.dim() - 1, keepdim=True)
    return torch.mul(x, weight.to(dtype)).div(mean_square.add(eps).pow(0.5))
