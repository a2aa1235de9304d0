# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if training:
        out = torch.zeros_like(x, memory_format=torch.contiguous_format)
        where = torch.nonzero(uniforms >= p, as_tuple=True)
        out[where] = x[where] / (1 - p) if p < 1 else x[where]
        return out
    return x[...]
