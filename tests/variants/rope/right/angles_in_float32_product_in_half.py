# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.size(-1)
    if d % 2:
        raise ValueError("odd")
    theta = base ** (-torch.arange(0, d, 2, dtype=torch.float32) / d)
    ang = positions.float().unsqueeze(-1) * theta
    if ang.dim() == 3:
        ang = ang.unsqueeze(1)
    c, s = torch.cos(ang).to(x.dtype), torch.sin(ang).to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    return torch.stack((x1 * c - x2 * s, x1 * s + x2 * c), dim=-1).reshape(x.shape)
