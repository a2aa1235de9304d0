# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    m = x.amax(dim, keepdim=True)
    e = torch.exp(x / temperature - m)
    return e / e.sum(dim, keepdim=True)
