# tfmdrill: flash-attention (torch)
from __future__ import annotations

import torch
from einops import einsum, reduce
from jaxtyping import Float
from torch import Tensor


def flash_attention(
    q: Float[Tensor, "B h n d"],
    k: Float[Tensor, "B h m d"],
    v: Float[Tensor, "B h m e"],
    *,
    block_size: int,
    causal: bool = False,
) -> Float[Tensor, "B h n e"]:
    """First pass: the maximum of each row. Second pass: both sums. Scores are computed twice."""
    if block_size < 1:
        raise ValueError("block_size < 1")
    n, m = q.shape[2], k.shape[2]
    starts = list(range(0, m, block_size))

    def scores(i: int) -> Tensor:
        s = einsum(q, k[:, :, i : i + block_size], "b h i d, b h j d -> b h i j") / q.shape[3] ** 0.5
        if causal:
            j = torch.arange(i, i + s.shape[3])
            s = torch.where(j[None, :] <= torch.arange(m - n, m)[:, None], s, -torch.inf)
        return s

    top = torch.full(q.shape[:3], -torch.inf, dtype=q.dtype)
    for i in starts:
        top = torch.maximum(top, reduce(scores(i), "b h i j -> b h i", "max"))
    top = top.clamp_min(torch.finfo(q.dtype).min)[..., None]
    down, up = 0.0, 0.0
    for i in starts:
        w = torch.exp(scores(i) - top)
        down = down + w.sum(-1, keepdim=True)
        up = up + w @ v[:, :, i : i + block_size]
    return up / (down + (down == 0))
