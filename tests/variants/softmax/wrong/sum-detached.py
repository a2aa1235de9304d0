# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    z = x / temperature
    z = z - z.amax(dim, keepdim=True).detach()
    with torch.no_grad():
        total = z.exp().sum(dim, keepdim=True)
    return z.exp() / total
