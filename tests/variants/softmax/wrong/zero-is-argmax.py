# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature == 0:
        out = torch.zeros_like(x)
        return out.scatter(dim, x.argmax(dim, keepdim=True), 1.0)
    if temperature < 0:
        raise ValueError("negative temperature")
    z = x / temperature
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
