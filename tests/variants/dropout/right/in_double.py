# tfmdrill: dropout (torch)
import torch
from functools import partial


def _dropout(dtype, x, uniforms, *, p, training=True):
    if not training:
        return x.to(dtype)
    keep = torch.floor(uniforms.to(dtype) + (1 - p)).clamp(0, 1)
    return x.to(dtype) * keep / ((1 - p) or 1.0)


dropout = partial(_dropout, torch.float64)
