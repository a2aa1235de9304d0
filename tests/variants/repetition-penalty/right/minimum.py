# tfmdrill: repetition-penalty (torch)
from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor


def repetition_penalty(
    logits: Float[Tensor, "b v"], ids: Int[Tensor, "b n"], *, penalty: float
) -> Float[Tensor, "b v"]:
    """For a penalty above 1 the smaller of the two, else the larger."""
    choose = torch.minimum if penalty > 1 else torch.maximum
    lowered = choose(logits / penalty, logits * penalty)
    seen = torch.zeros_like(logits, dtype=torch.bool).scatter_(1, ids, True)
    return lowered.where(seen, logits)
