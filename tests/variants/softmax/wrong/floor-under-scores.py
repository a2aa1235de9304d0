# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    z = (x / temperature).clamp(min=-1e4)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
