# tfmdrill: rope (torch)
import torch
from einops import rearrange, repeat
from jaxtyping import Float, Int
from torch import Tensor


def apply_rope(
    x: Float[Tensor, "batch heads seq dim"],
    positions: Int[Tensor, "... seq"],
    *,
    base: float = 10000.0,
) -> Float[Tensor, "batch heads seq dim"]:
    b, _, _, d = x.shape
    if d % 2:
        raise ValueError("dim must be even")
    if positions.ndim == 1:
        positions = repeat(positions, "n -> b n", b=b)
    theta = base ** (-2 * torch.arange(d // 2) / d)
    angle = torch.einsum("bn,k->bnk", positions.to(torch.float32), theta)
    cos, sin = (rearrange(t, "b n k -> b 1 n k") for t in (angle.cos(), angle.sin()))
    u, v = rearrange(x, "b h n (k two) -> two b h n k", two=2)
    return rearrange([u * cos - v * sin, u * sin + v * cos], "two b h n k -> b h n (k two)").to(x)
