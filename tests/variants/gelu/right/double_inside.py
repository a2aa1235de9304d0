# tfmdrill: gelu (torch)
import math

import torch
from jaxtyping import Float


def gelu(x: Float[torch.Tensor, "*shape"], *, approximate: bool = False) -> Float[torch.Tensor, "*shape"]:
    z = x.double()
    inner = math.sqrt(2 / math.pi) * (z + 0.044715 * z.pow(3)) if approximate else None
    half = torch.tanh(inner) / 2 if approximate else torch.erf(z / math.sqrt(2)) / 2
    return (z / 2 + z * half).to(x.dtype)
