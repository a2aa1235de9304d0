# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    keep_prob = 1 - p
    if not training:
        return x
    if keep_prob == 0:
        return torch.zeros_like(x)
    mask = uniforms < keep_prob
    return x * mask / keep_prob
