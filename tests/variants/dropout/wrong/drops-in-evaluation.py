# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if p == 1.0:
        return torch.zeros_like(x)
    return torch.where(uniforms >= p, x / (1 - p), torch.zeros_like(x))
