# tfmdrill: rope (torch)
from __future__ import annotations

import torch
from torch import Tensor


def rotate_every_two(x: Tensor) -> Tensor:
    x1 = x[..., ::2]
    x2 = x[..., 1::2]
    return torch.stack((-x2, x1), dim=-1).reshape(x.shape)


def build_tables(positions: Tensor, dim: int, base: float) -> tuple[Tensor, Tensor]:
    inv_freq = torch.exp(
        torch.arange(0, dim, 2, dtype=torch.float64) * (-torch.log(torch.tensor(base, dtype=torch.float64)) / dim)
    )
    ang = torch.repeat_interleave(positions.double()[..., None] * inv_freq, 2, dim=-1)
    return ang.cos(), ang.sin()


def apply_rope(x: Tensor, positions: Tensor, *, base: float = 10000.0) -> Tensor:
    d = x.size(-1)
    if d & 1:
        raise ValueError(f"head dim {d} is odd")
    cos, sin = build_tables(positions, d, base)
    if positions.dim() > 1:
        cos, sin = cos.unsqueeze(-3), sin.unsqueeze(-3)
    print("tables", cos.shape)
    return x * cos + rotate_every_two(x) * sin
