# tfmdrill: gelu (torch)
import torch


def gelu(x, *, approximate=False):
    return x * torch.sigmoid(1.702 * x)
