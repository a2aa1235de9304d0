# tfmdrill: cross-attention (torch)
from __future__ import annotations

import torch
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor


def cross_attention(
    x: Float[Tensor, "b n d"],
    context: Float[Tensor, "b m c"],
    w_q: Float[Tensor, "d d"],
    w_k: Float[Tensor, "c d"],
    w_v: Float[Tensor, "c d"],
    w_o: Float[Tensor, "d d"],
    *,
    n_heads: int,
    context_mask: Bool[Tensor, "b m"] | None = None,
) -> Float[Tensor, "b n d"]:
    if x.shape[-1] % n_heads:
        raise ValueError("heads")
    q = rearrange(x @ w_q, "b n (h w) -> b h n w", h=n_heads)
    k, v = rearrange(context @ torch.cat([w_k, w_v], 1), "b m (two h w) -> two b h m w", two=2, h=n_heads)
    sim = q @ rearrange(k, "b h m w -> b h w m") * q.shape[-1] ** -0.5
    if context_mask is None:
        attn = sim.softmax(-1)
    else:
        mask = rearrange(context_mask, "b m -> b 1 1 m")
        attn = sim.masked_fill(~mask, -torch.finfo(sim.dtype).max).softmax(-1)
        attn = attn * mask.any(-1, keepdim=True)
    return rearrange(attn @ v, "b h n w -> b n (h w)") @ w_o
