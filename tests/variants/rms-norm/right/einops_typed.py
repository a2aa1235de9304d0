# tfmdrill: rms-norm (torch)
import torch
from einops import reduce
from jaxtyping import Float


def rms_norm(
    x: Float[torch.Tensor, "*n d"], weight: Float[torch.Tensor, "d"], *, eps: float = 1e-6
) -> Float[torch.Tensor, "*n d"]:
    rows = x.reshape(-1, x.shape[-1])
    rows = rows.float() if rows.dtype in (torch.float16, torch.bfloat16) else rows
    inverse = (reduce(rows**2, "r d -> r 1", "mean") + eps).rsqrt()
    return (rows * inverse).to(x.dtype).mul(weight).view_as(x)
