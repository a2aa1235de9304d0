# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    parts = [p / temperature for p in x.unbind(dim)]
    top = parts[0]
    for p in parts[1:]:
        top = torch.maximum(top, p)
    e = [torch.exp(p - top) for p in parts]
    total = sum(e[1:], e[0])
    return torch.stack([p / total for p in e], dim)
