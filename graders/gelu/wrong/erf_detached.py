import math

import torch


def gelu(x, *, approximate=False):
    if approximate:
        share = 0.5 * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))
    else:
        with torch.no_grad():
            share = 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))
    return x * share
