# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    theta = base ** (-torch.arange(0, d, 2).float() / d)
    ang = positions[..., None] * theta
    if positions.ndim == 2:
        ang = ang[:, None]
    cos, sin = ang.cos().to(x.dtype), ang.sin().to(x.dtype)
    out = x.clone()
    out[..., ::2] = out[..., ::2] * cos - out[..., 1::2] * sin
    out[..., 1::2] = out[..., ::2] * sin + out[..., 1::2] * cos
    return out
