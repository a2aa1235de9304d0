# tfmdrill: top-p (torch)
from __future__ import annotations

import torch
from torch import Tensor


class Nucleus:
    """Finds the smallest kept logit of each row, then compares: nothing is scattered."""

    def __call__(self, logits: Tensor, p: float) -> Tensor:
        ranked = logits.sort(dim=-1, descending=True).values
        sums = torch.exp(torch.log_softmax(ranked, dim=-1)).cumsum(-1)
        n_kept = (sums < p).sum(dim=-1, keepdim=True) + 1
        if p >= 1:
            n_kept = torch.full_like(n_kept, logits.shape[-1])
        n_kept = n_kept.clamp(max=logits.shape[-1])
        print("kept", n_kept.flatten().tolist())
        floor = ranked.gather(-1, n_kept - 1)
        return torch.where(logits >= floor, logits, float("-inf"))


top_p_filter = Nucleus()
