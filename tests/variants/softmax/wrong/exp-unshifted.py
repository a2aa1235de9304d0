# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    e = torch.exp(x / temperature)
    return e / e.sum(dim=dim, keepdim=True)
