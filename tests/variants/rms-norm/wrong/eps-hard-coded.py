# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, **kwargs):
    eps = 1e-6
    y = x.float()
    return (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + eps)).to(x.dtype) * weight
