# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    with torch.no_grad():
        z = x / temperature
        e = torch.exp(z - z.amax(dim, keepdim=True))
        return e / e.sum(dim, keepdim=True)
