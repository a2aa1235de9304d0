# tfmdrill: sliding-window-attention (torch)
from __future__ import annotations

import torch
import torch.nn.functional as F
from einops import rearrange
from torch import Tensor


def sliding_window_attention(q: Tensor, k: Tensor, v: Tensor, *, window: int) -> Tensor:
    """Blocks of `window` queries, all at once; each sees its own block of keys and the one before."""
    if window < 1:
        raise ValueError("window must be >= 1")
    n = q.shape[2]
    w = min(window, n)
    fill = -n % w
    q, k, v = (F.pad(a, (0, 0, 0, fill)) for a in (q, k, v))
    q, k, v = (rearrange(a, "b h (c w) d -> b h c w d", w=w) for a in (q, k, v))
    before = lambda a: torch.cat([torch.zeros_like(a[:, :, :1]), a[:, :, :-1]], dim=2)
    k, v = torch.cat([before(k), k], dim=3), torch.cat([before(v), v], dim=3)
    s = q @ k.mT / q.shape[-1] ** 0.5
    i, j = torch.arange(w)[:, None] + w, torch.arange(2 * w)
    mask = ((j <= i) & (j > i - w)).expand(s.shape[2], w, 2 * w).clone()
    mask[0, :, :w] = False
    p = s.masked_fill(~mask, torch.finfo(s.dtype).min).softmax(-1)
    return rearrange(p @ v, "b h c w d -> b h (c w) d")[:, :, :n]
