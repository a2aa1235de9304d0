# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    theta = torch.tensor([base ** (-i / d) for i in range(d // 2)])
    ang = positions.float()[..., None] * theta
    if ang.ndim == 3:
        ang = ang[:, None]
    c, s = ang.cos(), ang.sin()
    a, b = x.unflatten(-1, (d // 2, 2)).unbind(-1)
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2).to(x.dtype)
