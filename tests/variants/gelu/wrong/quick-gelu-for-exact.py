# tfmdrill: gelu (torch)
import torch

FORMS = {
    False: lambda x: x * torch.sigmoid(1.702 * x),
    True: lambda x: x * (torch.tanh(x * 0.7978845608028654 * (1 + 0.044715 * x * x)) * 0.5 + 0.5),
}


def gelu(x, *, approximate=False):
    print("form", approximate)
    return FORMS[bool(approximate)](x.to(torch.float64)).to(x.dtype)
