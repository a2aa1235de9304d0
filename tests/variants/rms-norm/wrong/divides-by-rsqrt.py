# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    y = y / torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + eps)
    return weight * y.to(x.dtype)
