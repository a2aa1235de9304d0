# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    """Nothing checks the width: the products fail on their own."""
    d = x.shape[-1]
    ang = positions.float()[..., None] * base ** (-torch.arange(0, d, 2).float() / d)
    if positions.ndim == 2:
        ang = ang[:, None]
    c, s = ang.cos(), ang.sin()
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2).to(x.dtype)
