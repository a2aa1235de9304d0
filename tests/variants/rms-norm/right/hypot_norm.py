# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, *, eps=1e-6):
    """The length of the row with one more entry, sqrt(d eps)."""
    wide = x.double()
    d = x.size(-1)
    extra = torch.full_like(wide[..., :1], (d * eps) ** 0.5)
    length = torch.linalg.vector_norm(torch.cat([wide, extra], dim=-1), dim=-1, keepdim=True)
    return (wide * (d**0.5 / length) * weight.double()).to(x.dtype)
