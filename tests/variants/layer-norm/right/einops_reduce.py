# tfmdrill: layer-norm (torch)
import torch
from einops import reduce
from jaxtyping import Float


def layer_norm(
    x: Float[torch.Tensor, "*rows d"],
    gamma: Float[torch.Tensor, "d"],
    beta: Float[torch.Tensor, "d"],
    *,
    eps: float = 1e-5,
) -> Float[torch.Tensor, "*rows d"]:
    rows = x.reshape(-1, x.shape[-1])
    rows = rows - reduce(rows, "r d -> r 1", "mean")
    scale = gamma * torch.rsqrt(reduce(rows * rows, "r d -> r 1", "mean") + eps)
    return (rows * scale + beta).reshape(x.shape)
