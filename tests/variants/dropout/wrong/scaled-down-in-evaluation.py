# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    keep = 1.0 - p
    if not training:
        return x * keep
    if keep == 0:
        return torch.zeros_like(x)
    return x * (uniforms >= p) / keep
