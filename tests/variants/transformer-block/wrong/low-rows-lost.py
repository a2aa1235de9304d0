# tfmdrill: transformer-block (torch)
import torch
import torch.nn.functional as F
from einops import einsum, rearrange
from jaxtyping import Bool, Float
from torch import Tensor


def transformer_block(
    x: Float[Tensor, "b n d"],
    params: dict[str, Tensor],
    *,
    n_heads: int,
    norm: str = "pre",
    causal: bool = True,
    key_mask: Bool[Tensor, "b n"] | None = None,
) -> Float[Tensor, "b n d"]:
    for f, i in ((_attend, 1), (_feed, 2)):
        ln = torch.nn.LayerNorm(x.shape[-1], dtype=x.dtype)
        weights = {"weight": params[f"gamma{i}"], "bias": params[f"beta{i}"]}
        normed = lambda t: torch.func.functional_call(ln, weights, (t,))
        if norm == "post":
            x = normed(x + f(x, params, n_heads, causal, key_mask))
        else:
            x = x + f(normed(x), params, n_heads, causal, key_mask)
    return x


def _attend(x, p, h, causal, key_mask):
    q, k, v = (
        rearrange(einsum(x, p[w], "b n i, i o -> b n o"), "b n (h c) -> b h n c", h=h)
        for w in ("w_q", "w_k", "w_v")
    )
    s = einsum(q, k, "b h i c, b h j c -> b h i j") * q.shape[-1] ** -0.5
    hidden = torch.zeros_like(s, dtype=torch.bool)
    if causal:
        i = torch.arange(x.shape[1])
        hidden = hidden | (i[None, :] > i[:, None])
    if key_mask is not None:
        hidden = hidden | rearrange(~key_mask, "b j -> b 1 1 j")
    w = s.masked_fill(hidden, -1e4).softmax(-1).masked_fill(hidden, 0)
    return rearrange(einsum(w, v, "b h i j, b h j c -> b h i c"), "b h n c -> b n (h c)") @ p["w_o"]


def _feed(x, p, *_):
    return torch.addmm(p["b2"], F.gelu(x @ p["w1"] + p["b1"]).flatten(0, 1), p["w2"]).view_as(x)
