# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    std = torch.std(y, dim=-1, keepdim=True)
    return (y / torch.sqrt(std**2 + eps) * weight).to(x.dtype)
