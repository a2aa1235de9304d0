# tfmdrill: rms-norm (torch)
import torch


def rms_norm(x, weight, **options):
    """Scaled to a largest value of 1 first, so that no square can overflow."""
    eps = options.get("eps", 1e-6)
    wide = x if x.dtype == torch.float64 else x.float()
    top = wide.detach().abs().amax(-1, keepdim=True).clamp(min=1e-3)
    small = wide / top
    inverse = torch.rsqrt((small * small).mean(-1, keepdim=True) + eps / top**2)
    return (small * inverse * weight).to(x.dtype)
