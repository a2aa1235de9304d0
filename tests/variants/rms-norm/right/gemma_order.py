# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.to(torch.float32)
    y = y / torch.sqrt(torch.einsum("...d,...d->...", y, y).unsqueeze(-1) / y.shape[-1] + eps)
    y = y * weight.to(torch.float32)
    return y.to(x.dtype)
