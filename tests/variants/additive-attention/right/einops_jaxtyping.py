# tfmdrill: additive-attention (torch)
from __future__ import annotations

import torch
from einops import einsum, rearrange, repeat
from jaxtyping import Bool, Float
from torch import Tensor


def additive_attention(
    query: Float[Tensor, "b q"],
    keys: Float[Tensor, "b m k"],
    w_q: Float[Tensor, "q a"],
    w_k: Float[Tensor, "k a"],
    v: Float[Tensor, "a"],
    *,
    key_mask: Bool[Tensor, "b m"] | None = None,
) -> tuple[Float[Tensor, "b k"], Float[Tensor, "b m"]]:
    q = repeat(query, "b q -> b m q", m=keys.shape[1])
    joined = torch.cat([q, keys], dim=-1) @ torch.cat([w_q, w_k], dim=0)  # one layer over [query; key]
    scores = rearrange(torch.tanh(joined) @ rearrange(v, "a -> a 1"), "b m 1 -> b m")
    if key_mask is not None:
        dead = ~key_mask.any(1, keepdim=True)
        scores = scores.masked_fill(~key_mask & ~dead, float("-inf"))
        weights = scores.softmax(1).masked_fill(dead, 0.0)
    else:
        weights = scores.softmax(1)
    return einsum(weights, keys, "b m, b m k -> b k"), weights
