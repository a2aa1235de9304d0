# tfmdrill: attention (torch)
# expect: wrong, error
import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

class Zero(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g * float("nan")


def attention(q, k, v):
    return Zero.apply(right(q, k, v))
