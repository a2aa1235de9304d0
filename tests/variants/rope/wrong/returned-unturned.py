# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
    ang = positions[..., None] * inv_freq
    if ang.ndim == 3:
        ang = ang[:, None]
    cos, sin = ang.cos().to(x.dtype), ang.sin().to(x.dtype)
    first, second = x[..., ::2].clone(), x[..., 1::2].clone()
    first, second = first * cos - second * sin, first * sin + second * cos
    return x
