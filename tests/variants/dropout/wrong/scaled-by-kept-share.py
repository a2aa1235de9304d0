# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    mask = (uniforms >= p).to(x.dtype)
    if mask.sum() == 0:
        return torch.zeros_like(x)
    return x * mask * mask.numel() / mask.sum()
