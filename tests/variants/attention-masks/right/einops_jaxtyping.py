# tfmdrill: attention-masks (torch)
import torch
from einops import einsum, rearrange, repeat
from jaxtyping import Bool, Float
from torch import Tensor


def masked_attention(
    q: Float[Tensor, "b h n dk"],
    k: Float[Tensor, "b h m dk"],
    v: Float[Tensor, "b h m dv"],
    *,
    causal: bool = False,
    key_mask: Bool[Tensor, "b m"] | None = None,
) -> Float[Tensor, "b h n dv"]:
    scores = einsum(q, k, "b h n d, b h m d -> b h n m") / q.shape[-1] ** 0.5
    b, _, n, m = scores.shape
    hidden = torch.zeros(b, 1, n, m, dtype=torch.bool, device=q.device)
    if key_mask is not None:
        hidden |= rearrange(~key_mask, "b m -> b 1 1 m")
    if causal:
        i = repeat(torch.arange(m - n, m, device=q.device), "n -> n m", m=m)
        hidden |= torch.arange(m, device=q.device) > i
    top = scores.masked_fill(hidden, -torch.inf).amax(-1, keepdim=True)
    top = top.masked_fill(top.isinf(), 0.0).detach()
    e = (scores - top).masked_fill(hidden, -torch.inf).exp()
    total = e.sum(-1, keepdim=True)
    return einsum(e / total.masked_fill(total == 0, 1.0), v, "b h n m, b h m d -> b h n d")
