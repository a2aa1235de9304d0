# tfmdrill: dropout (torch)
import torch
from einops import rearrange
from jaxtyping import Float
from torch import Tensor


def dropout(
    x: Float[Tensor, "*s"], uniforms: Float[Tensor, "*s"], *, p: float, training: bool = True
) -> Float[Tensor, "*s"]:
    flat, u = rearrange(x, "... -> (...)"), uniforms.reshape(-1)
    keep = torch.stack([torch.zeros_like(flat), flat / (1 - p) if p != 1 else flat * 0])
    picked = torch.gather(keep, 0, (u >= p).long()[None])[0]
    return (picked if training else flat).view(x.shape)
