# tfmdrill: top-k (torch)
from __future__ import annotations

import torch


class TopK:
    def __call__(self, logits: torch.Tensor, k: int) -> torch.Tensor:
        if k < 1:
            raise ValueError(k)
        out = logits.clone()
        for row in out:
            order = row.argsort(descending=True)
            row[order[k:]] = -float("inf")
        print("kept", k)
        return out


top_k_filter = TopK()
