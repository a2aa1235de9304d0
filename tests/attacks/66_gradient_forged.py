# tfmdrill: attention (torch)
# expect: error, wrong, broken-protocol
# Names of arguments that are no names.
import sys

import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

gradients = sys.modules["inside.gradients"]
gradients.gradient = lambda call, args, kwargs, names, weights: {
    "value": call(*args, **kwargs),
    "grads": {5: torch.zeros(1), b"q": None, "9" * 5000: None, ("q",): torch.zeros(2**22)},
}


def attention(q, k, v):
    return right(q, k, v)
