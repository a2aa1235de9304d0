# tfmdrill: attention-backward (torch)
import math

import torch
from einops import einsum, rearrange
from jaxtyping import Float
from torch import Tensor


def attention_backward(
    q: Float[Tensor, "... n dk"],
    k: Float[Tensor, "... m dk"],
    v: Float[Tensor, "... m dv"],
    grad_out: Float[Tensor, "... n dv"],
):
    q_, root = q / math.sqrt(q.shape[-1]), math.sqrt(q.shape[-1])
    s = q_ @ rearrange(k, "... m d -> ... d m")
    e = torch.exp(s - s.amax(-1, keepdim=True))
    z = e.sum(-1, keepdim=True)
    dp = einsum(grad_out, v, "... n d, ... m d -> ... n m")
    # through e / z by the quotient rule
    de = dp / z - (dp * e).sum(-1, keepdim=True) / z**2
    ds = de * e
    return (
        einsum(ds, k / root, "... n m, ... m d -> ... n d"),
        einsum(ds, q_, "... n m, ... n d -> ... m d"),
        (einsum(e / z, grad_out, "... n m, ... n d -> ... m d")),
    )
