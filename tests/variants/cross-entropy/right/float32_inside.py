# tfmdrill: cross-entropy (torch)
from __future__ import annotations

import torch
from torch import Tensor


class _LogProbs:
    """Log-probabilities, always in float32."""

    def __init__(self, logits: Tensor) -> None:
        x = logits.float()
        peak = x.detach().amax(dim=-1, keepdim=True)
        self.values = (x - peak) - (x - peak).exp().sum(-1, keepdim=True).log()

    def of(self, ids: Tensor) -> Tensor:
        return self.values.gather(-1, ids.unsqueeze(-1)).squeeze(-1)

    def mean(self) -> Tensor:
        return self.values.mean(-1)


def cross_entropy(
    logits: Tensor, targets: Tensor, *, ignore_index: int = -100, label_smoothing: float = 0.0
) -> Tensor:
    keep = targets != ignore_index
    lp = _LogProbs(logits)
    safe = torch.where(keep, targets, torch.zeros_like(targets))
    loss = -(1.0 - label_smoothing) * lp.of(safe) - label_smoothing * lp.mean()
    loss = torch.where(keep, loss, torch.zeros_like(loss))
    count = max(int(keep.sum()), 1)
    return (loss.sum() / count).to(logits.dtype)
