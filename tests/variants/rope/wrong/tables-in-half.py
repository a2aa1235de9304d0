# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    inv_freq = (1.0 / base ** (torch.arange(0, d, 2).float() / d)).to(x.dtype)
    ang = positions.to(x.dtype)[..., None] * inv_freq
    if positions.ndim == 2:
        ang = ang[:, None]
    c, s = ang.cos(), ang.sin()
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2)
