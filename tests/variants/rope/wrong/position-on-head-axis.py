# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    # x: (batch, seq, heads, dim)
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
    ang = positions.float().unsqueeze(-1) * inv_freq
    cos, sin = ang.cos().unsqueeze(-2), ang.sin().unsqueeze(-2)
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2).to(x.dtype)
