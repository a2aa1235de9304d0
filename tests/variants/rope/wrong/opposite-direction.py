# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    if x.shape[-1] % 2:
        raise ValueError("odd")
    d = x.shape[-1]
    ang = positions[..., None] * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    if positions.ndim == 2:
        ang = ang[:, None]
    z = torch.view_as_complex(x.double().reshape(*x.shape[:-1], d // 2, 2).contiguous())
    z = z * torch.exp(-1j * ang)
    return torch.view_as_real(z).reshape(x.shape).to(x.dtype)
