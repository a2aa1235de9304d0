# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    return (y * torch.rsqrt(torch.mean(y**2) + eps) * weight).to(x.dtype)
