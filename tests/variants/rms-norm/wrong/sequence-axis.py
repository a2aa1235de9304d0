# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    xf = x.float()
    ms = xf.pow(2).mean(dim=-2, keepdim=True)
    return (xf * torch.rsqrt(ms + eps)).to(x.dtype) * weight
