# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    return (y * torch.rsqrt((y * y).sum(-1, keepdim=True) + eps) * weight).to(x.dtype)
