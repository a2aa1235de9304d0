# tfmdrill: softmax (torch)
import torch


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    x = x.float() if x.dtype == torch.float16 else x
    x = x / temperature
    return (x - torch.logsumexp(x, dim, keepdim=True)).exp()
