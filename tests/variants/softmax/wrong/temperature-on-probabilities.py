# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    def plain(a):
        a = a - a.amax(dim, keepdim=True)
        return a.exp() / a.exp().sum(dim, keepdim=True)

    return plain(plain(x) / temperature)
