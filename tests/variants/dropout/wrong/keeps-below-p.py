# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    if p == 1:
        return torch.zeros_like(x)
    mask = (uniforms < p).float()
    return x * mask / (1 - p)
