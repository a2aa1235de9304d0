# tfmdrill: kv-cache (torch)
from __future__ import annotations

import torch
from einops import einsum, rearrange


class KVCache(dict):
    """Stores (B, tokens, h, d_head), as it comes out of the projection."""

    def append(self, k: torch.Tensor, v: torch.Tensor):
        for name, new in (("k", k), ("v", v)):
            new = rearrange(new, "b h t e -> b t h e")
            self[name] = torch.cat([self[name], new], dim=1) if name in self else new
        return tuple(rearrange(self[name], "b t h e -> b h t e") for name in "kv")

    @property
    def length(self) -> int:
        return self["k"].shape[1] if self else 0


def decode_step(x_t, params, cache: KVCache, *, n_heads: int):
    split = lambda w: rearrange(x_t @ params[w], "b t (h e) -> b h t e", h=n_heads)  # noqa: E731
    q = split("w_q")
    k, v = cache.append(split("w_k"), split("w_v"))
    scores = einsum(q, k, "b h i e, b h j e -> b h i j") / q.shape[-1] ** 0.5
    scores = scores - torch.logsumexp(scores, dim=-1, keepdim=True)
    out = einsum(scores.exp(), v, "b h i j, b h j e -> b h i e")
    return rearrange(out, "b h t e -> b t (h e)") @ params["w_o"]
