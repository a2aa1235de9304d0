# tfmdrill: rope (torch)
"""Right values from an array that was taken out of the graph."""

import torch


@torch.no_grad()
def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("the width must be even")
    frequency = base ** (-torch.arange(0, d, 2, dtype=torch.float32) / d)
    angle = positions[..., None].float() * frequency
    if positions.ndim == 2:
        angle = angle[:, None]
    cos, sin = angle.cos(), angle.sin()
    first, second = x[..., 0::2], x[..., 1::2]
    pairs = (first * cos - second * sin, first * sin + second * cos)
    return torch.stack(pairs, dim=-1).flatten(-2).to(x.dtype)
