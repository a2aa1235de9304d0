# tfmdrill: sinusoidal-positions (torch)
import torch
from einops import rearrange
from jaxtyping import Float


def sinusoidal_positions(n: int, d: int, *, base=10000.0) -> Float[torch.Tensor, "n d"]:
    if d % 2:
        raise ValueError("d")
    f = torch.logspace(0, -(d - 2) / d, d // 2, base=base)
    a = torch.arange(n)[:, None] * f
    return rearrange([a.sin(), a.cos()], "two n f -> n (f two)")
