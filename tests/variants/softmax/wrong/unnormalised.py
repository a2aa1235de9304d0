# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    z = x / temperature
    return torch.exp(z - z.amax(dim, keepdim=True))
