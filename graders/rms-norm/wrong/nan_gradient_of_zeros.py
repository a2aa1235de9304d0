import torch


def rms_norm(x, weight, *, eps=1e-6):
    wide = x if x.dtype == torch.float64 else x.float()
    rms = wide.square().mean(dim=-1, keepdim=True).sqrt()
    return (wide / torch.sqrt(rms.square() + eps) * weight).to(x.dtype)
