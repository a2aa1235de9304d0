# tfmdrill: grouped-query-attention (torch)
import torch
from einops import einsum, rearrange
from jaxtyping import Float
from torch import Tensor


def grouped_query_attention(
    q: Float[Tensor, "b hq n d"],
    k: Float[Tensor, "b hkv m d"],
    v: Float[Tensor, "b hkv m d"],
    *,
    causal: bool = False,
) -> Float[Tensor, "b hq n d"]:
    h = k.shape[1]
    if q.shape[1] % h:
        raise ValueError("uneven groups")
    q = rearrange(q, "b (h g) n d -> b h g n d", h=h)
    s = einsum(q, k, "b h g n d, b h m d -> b h g n m") * q.shape[-1] ** -0.5
    n, m = s.shape[-2:]
    hidden = torch.ones(n, m, device=s.device).triu(m - n + 1).bool() & causal
    top = s.masked_fill(hidden, float("-inf")).amax(-1, keepdim=True)
    top = top.masked_fill(top.isinf(), 0.0).detach()
    e = (s - top).masked_fill(hidden, float("-inf")).exp()
    z = e.sum(-1, keepdim=True)
    out = einsum(e / z.masked_fill(z == 0, 1.0), v, "b h g n m, b h m d -> b h g n d")
    return rearrange(out, "b h g n d -> b (h g) n d")
