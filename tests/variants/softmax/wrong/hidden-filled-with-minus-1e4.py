# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    z = torch.where(torch.isinf(x), torch.full_like(x, -1e4), x) / temperature
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
