# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    e = torch.exp(x - x.amax(dim, keepdim=True))
    p = e / e.sum(dim, keepdim=True)
    p = p ** (1 / temperature)  # sharpen or flatten
    return p / p.sum(dim, keepdim=True)
