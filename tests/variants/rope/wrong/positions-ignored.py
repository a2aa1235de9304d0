# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    _, _, T, d = x.shape
    if d % 2:
        raise ValueError("odd")
    inv_freq = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    ang = torch.outer(torch.arange(T).float(), inv_freq)
    cos, sin = ang.cos()[None, None], ang.sin()[None, None]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, b * cos + a * sin), -1).reshape(x.shape).to(x.dtype)
