# tfmdrill: attention (torch)
import torch
from einops import einsum, rearrange
from jaxtyping import Float
from torch import Tensor


def attention(
    q: Float[Tensor, "... n d_k"], k: Float[Tensor, "... m d_k"], v: Float[Tensor, "... m d_v"]
) -> Float[Tensor, "... n d_v"]:
    k_t = rearrange(k, "... m d -> ... d m")
    s = torch.matmul(q, k_t) * (q.shape[-1] ** -0.5)
    s = s - s.amax(dim=-1, keepdim=True).detach()
    e = torch.exp(s)
    w = e / e.sum(dim=-1, keepdim=True)
    return einsum(w, v, "... n m, ... m d_v -> ... n d_v")
