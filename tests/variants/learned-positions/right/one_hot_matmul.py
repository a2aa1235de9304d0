# tfmdrill: learned-positions (torch)
from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor


def add_positions(
    x: Float[Tensor, "b n d"], table: Float[Tensor, "N d"], *, offset: int = 0
) -> Float[Tensor, "b n d"]:
    n, N = x.shape[-2], table.shape[0]
    if not offset + n <= N:
        raise ValueError(f"{offset + n} > {N}")
    choose = torch.eye(N, dtype=table.dtype)[offset:][:n]
    return torch.einsum("pq,qd->pd", choose, table) + x
