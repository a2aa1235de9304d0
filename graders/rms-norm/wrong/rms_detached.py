import torch


def rms_norm(x, weight, *, eps=1e-6):
    wide = x if x.dtype == torch.float64 else x.float()
    with torch.no_grad():
        inverse = torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + eps)
    return (wide * inverse * weight).to(x.dtype)
