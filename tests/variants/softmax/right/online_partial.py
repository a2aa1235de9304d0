# tfmdrill: softmax (torch)
from functools import partial

import torch


def _online(start, x, dim=-1, *, temperature=1.0):
    """Running maximum and sum, as in flash attention; all in float32 or wider."""
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    wide = x.to(torch.promote_types(x.dtype, torch.float32)) / temperature
    top = torch.full_like(wide.select(dim, 0), start)
    total = torch.zeros_like(top)
    for i in range(wide.shape[dim]):
        one = wide.select(dim, i)
        new = torch.maximum(top, one)
        safe = torch.where(new == start, torch.zeros_like(new), new).detach()
        total = total * torch.exp(top.detach() - safe) + torch.exp(one - safe)
        top = new.detach()
    return torch.exp(wide - top.unsqueeze(dim)) / total.unsqueeze(dim)


softmax = partial(_online, float("-inf"))
