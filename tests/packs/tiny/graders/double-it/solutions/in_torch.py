# tfmdrill: double-it (torch)
import torch


def double_it(x: torch.Tensor, *, offset: float = 0.0) -> torch.Tensor:
    return x * 2 + offset
