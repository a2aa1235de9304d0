# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    assert d % 2 == 0, "d must be even"
    ang = positions.float()[..., None] * base ** (-torch.arange(0, d, 2).float() / d)
    if positions.ndim == 2:
        ang = ang[:, None]
    c, s = ang.cos(), ang.sin()
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2).to(x.dtype)
