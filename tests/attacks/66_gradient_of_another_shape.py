# tfmdrill: attention (torch)
# expect: wrong
import sys

import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

gradients = sys.modules["inside.gradients"]
gradients.gradient = lambda call, args, kwargs, names, weights: {
    "value": call(*args, **kwargs),
    "grads": {"q": torch.zeros(1), "k": torch.zeros(2, 2**40).to("meta")} if 0 else
             {"q": torch.zeros(1), "k": None, "v": torch.full((3,), float("nan"))},
}


def attention(q, k, v):
    return right(q, k, v)
