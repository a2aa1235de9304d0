# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    xd = x.double()
    d = x.shape[-1]
    ms = torch.einsum("...i,...i->...", xd, xd).unsqueeze(-1) / d
    scale = torch.exp(-0.5 * torch.log(ms + eps))
    return (
        torch.einsum("...i,i->...i", xd * scale, weight.double()).float()
        if x.dtype != torch.float64
        else xd * scale * weight
    )
