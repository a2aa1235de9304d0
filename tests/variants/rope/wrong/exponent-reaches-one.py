# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    theta = (1 / base) ** torch.linspace(0, 1, steps=d // 2)
    ang = positions[..., None] * theta
    if positions.ndim == 2:
        ang = ang.unsqueeze(1)
    c, s = ang.cos(), ang.sin()
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2).to(x.dtype)
