# tfmdrill: grouped-query-attention (torch)
from __future__ import annotations

import torch


def repeat_kv(x: torch.Tensor, times: int) -> torch.Tensor:
    B, h, m, d = x.shape
    return x[:, :, None].expand(B, h, times, m, d).reshape(B, h * times, m, d)


def grouped_query_attention(q, k, v, *, causal: bool = False) -> torch.Tensor:
    times, rest = divmod(q.shape[1], k.shape[1])
    if rest:
        raise ValueError(f"{q.shape[1]} query heads, {k.shape[1]} key heads")
    k, v = repeat_kv(k, times), repeat_kv(v, times)
    s = (q * q.shape[-1] ** -0.5) @ k.mT
    i = torch.arange(s.shape[-2], device=s.device)[:, None] + s.shape[-1] - s.shape[-2]
    seen = torch.arange(s.shape[-1], device=s.device) <= i
    if not causal:
        seen = torch.ones_like(seen)
    bias = torch.zeros_like(seen, dtype=s.dtype).masked_fill(~seen, -1e30)
    p = (s + bias).softmax(-1) * seen
    print("scores", tuple(s.shape))
    return p @ v
