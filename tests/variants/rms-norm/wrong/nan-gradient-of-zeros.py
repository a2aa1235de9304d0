# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    rms = torch.sqrt(torch.mean(y**2, dim=-1, keepdim=True))
    return (y / torch.sqrt(rms**2 + eps) * weight).to(x.dtype)
