# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    x = x / temperature
    x = x - x.max(dim=-1, keepdim=True).values
    p = x.exp()
    return p / p.sum(dim=-1, keepdim=True)
