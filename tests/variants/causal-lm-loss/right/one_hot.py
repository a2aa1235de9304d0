# tfmdrill: causal-lm-loss (torch)
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


class Loss:
    def __init__(self, reduction: str) -> None:
        self.reduction = reduction

    def __call__(self, logits: Tensor, ids: Tensor, *, mask: Tensor | None = None) -> Tensor:
        target = F.one_hot(ids[:, 1:], logits.size(-1)).to(logits.dtype)
        nll = -torch.einsum("btv,btv->bt", F.log_softmax(logits[:, :-1], -1), target)
        weight = torch.ones_like(nll) if mask is None else mask[:, 1:].to(nll.dtype)
        total = torch.sum(nll * weight)
        count = weight.sum()
        return total / torch.where(count == 0, torch.ones_like(count), count)


causal_lm_loss = Loss("mean")
