# tfmdrill: swiglu (torch)
import torch
from einops import einsum
from jaxtyping import Float
from torch import Tensor, nn


def swiglu(
    x: Float[Tensor, "*n d"],
    w_gate: Float[Tensor, "d f"],
    w_up: Float[Tensor, "d f"],
    w_down: Float[Tensor, "f d"],
) -> Float[Tensor, "*n d"]:
    gate = nn.SiLU()(einsum(x, w_gate, "... d, d f -> ... f"))
    up = einsum(x, w_up, "... d, d f -> ... f")
    return einsum(gate, up, w_down, "... f, ... f, f d -> ... d")
