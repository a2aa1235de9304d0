# tfmdrill: multi-head-attention (torch)
from __future__ import annotations

import torch
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor


def multi_head_attention(
    x: Float[Tensor, "b n d"],
    w_q: Float[Tensor, "d d"],
    w_k: Float[Tensor, "d d"],
    w_v: Float[Tensor, "d d"],
    w_o: Float[Tensor, "d d"],
    *,
    n_heads: int,
    causal: bool = False,
    key_mask: Bool[Tensor, "b n"] | None = None,
) -> Float[Tensor, "b n d"]:
    if x.shape[-1] % n_heads:
        raise ValueError("the heads don't fit")
    qkv = x @ torch.cat([w_q, w_k, w_v], dim=1)
    q, k, v = rearrange(qkv, "b n (three h w) -> three b h n w", three=3, h=n_heads)
    dots = q @ rearrange(k, "b h n w -> b h w n") / q.shape[-1] ** 0.5
    n = x.shape[1]
    mask = torch.ones(1, 1, n, n, dtype=torch.bool, device=x.device)
    if causal:
        mask = mask.tril()
    if key_mask is not None:
        mask = mask & rearrange(key_mask, "b j -> b 1 1 j")
    dead = ~mask.any(dim=-1, keepdim=True)
    attn = dots.masked_fill(~mask & ~dead, float("-inf")).softmax(dim=-1).masked_fill(dead, 0.0)
    return rearrange(attn @ v, "b h n w -> b n (h w)") @ w_o
