# tfmdrill: temperature-sampling (torch)
from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor


class Sampler:
    """Compares with u times the total."""

    def __call__(
        self, logits: Float[Tensor, "b v"], u: Float[Tensor, "b"], *, temperature: float
    ) -> Int[Tensor, "b"]:
        if temperature == 0.0:
            return logits.argmax(-1).to(torch.int32)
        x = logits.sub(logits.amax(-1, keepdim=True)).div(temperature)
        sums = torch.cumsum(x.exp(), -1)
        print("totals", sums[:, -1].tolist())
        beyond = sums > torch.einsum("b,b->b", u, sums[:, -1])[:, None]
        index = torch.arange(logits.shape[-1]).expand_as(logits)
        return index.masked_fill(~beyond, logits.shape[-1]).amin(-1).to(torch.int32)


sample = Sampler()
