# tfmdrill: rope (torch)
import torch


def swap_neighbours(x):
    return x.unflatten(-1, (-1, 2)).flip(-1).flatten(-2)


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    theta = (base ** (-torch.arange(0, d, 2).float() / d)).repeat_interleave(2)
    ang = positions.unsqueeze(-1).float() * theta
    ang = ang.unsqueeze(1) if ang.ndim == 3 else ang
    return (x * ang.cos() + swap_neighbours(x) * ang.sin()).to(x.dtype)
