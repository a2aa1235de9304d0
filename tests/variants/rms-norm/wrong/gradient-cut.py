# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = torch.tensor(x.tolist(), dtype=torch.float64)
    y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + eps)
    return (y * weight.double()).to(x.dtype)
