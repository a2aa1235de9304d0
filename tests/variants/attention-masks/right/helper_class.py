# tfmdrill: attention-masks (torch)
from __future__ import annotations

import torch
from torch import nn


class MaskedAttention(nn.Module):
    def __init__(self, fill: float = -1e30):
        super().__init__()
        self.fill = fill

    def allowed(self, q, k, causal, key_mask) -> torch.Tensor | None:
        n, m = q.shape[-2], k.shape[-2]
        parts = []
        if causal:
            parts.append(torch.tril(q.new_ones(n, m), m - n).bool().expand(q.shape[0], 1, n, m))
        if key_mask is not None:
            parts.append(key_mask[:, None, None, :].expand(-1, 1, n, m))
        if not parts:
            return None
        return torch.stack(parts).all(0)

    def forward(self, q, k, v, *, causal=False, key_mask=None):
        s = (q.float() @ k.float().mT) / k.shape[-1] ** 0.5
        keep = self.allowed(q, k, causal, key_mask)
        if keep is not None:
            s = torch.where(keep, s, self.fill)
        w = s.softmax(-1)
        if keep is not None:
            w = torch.where(keep, w, 0.0)
        return (w @ v.float()).to(q.dtype)


masked_attention = MaskedAttention()
