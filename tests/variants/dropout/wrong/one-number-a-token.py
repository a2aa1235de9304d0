# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    if p == 1.0:
        return torch.zeros_like(x)
    row = (uniforms[..., 0] >= p).unsqueeze(-1)
    return x * row / (1 - p)
