# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    theta = base ** (-torch.arange(0, d, 2).float() / d)
    ang = torch.einsum("...n,k->...nk", positions.float(), theta)
    if ang.dim() == 3:
        ang = ang.unsqueeze(1)
    cos, sin = ang.cos(), ang.sin()
    even, odd = x[..., ::2], x[..., 1::2]
    return torch.cat([even * cos - odd * sin, even * sin + odd * cos], dim=-1).to(x.dtype)
