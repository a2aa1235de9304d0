# tfmdrill: softmax (torch)
import torch
from torch import nn


class Gibbs(nn.Module):
    def forward(self, x: torch.Tensor, dim: int = -1, *, temperature: float = 1.0) -> torch.Tensor:
        if temperature <= 0:
            raise ValueError(f"temperature={temperature}")
        energy = x.div(temperature)
        energy = energy.sub(energy.detach().max(dim, keepdim=True).values)
        z = energy.exp()
        return z.div(z.sum(dim).unsqueeze(dim))


softmax = Gibbs()
