# tfmdrill: dropout (torch)
import torch


def dropout(x, uniforms, *, p, training=True):
    if not training or p == 0:
        return x.clone()
    mask = (uniforms >= p).to(x.dtype)
    return x * mask / max(1 - p, torch.finfo(x.dtype).tiny)
