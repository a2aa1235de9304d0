# tfmdrill: swiglu (torch)
from __future__ import annotations

import torch
from torch import Tensor


def swiglu(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    both = x @ torch.cat([w_gate, w_up], dim=1)
    gate, up = both.chunk(2, dim=-1)
    print(gate.shape)
    return torch.matmul(gate * torch.sigmoid(gate) * up, w_down)
