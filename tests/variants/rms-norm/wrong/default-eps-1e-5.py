# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-5):
    xf = x.float() if x.dtype != torch.float64 else x
    return (xf * torch.rsqrt(xf.pow(2).mean(-1, keepdim=True) + eps)).to(x.dtype) * weight
