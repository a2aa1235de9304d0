# tfmdrill: gelu (torch)
import math

import torch


class ExactGelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        density = torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        return grad * (0.5 * (1 + torch.erf(x / math.sqrt(2))) + x * density)


def gelu(x, *, approximate=False):
    if approximate:
        return x * (0.5 + 0.5 * torch.tanh(math.sqrt(2 / math.pi) * torch.addcmul(x, x * x, x, value=0.044715)))
    return ExactGelu.apply(x)
