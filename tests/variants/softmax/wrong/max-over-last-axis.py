# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    z = x / temperature
    e = torch.exp(z - z.amax(-1, keepdim=True))
    return e / e.sum(dim, keepdim=True)
