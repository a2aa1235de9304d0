# tfmdrill: rope:half-split (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError(f"the width of a head must be even, not {d}")
    exponent = torch.arange(0, d, 2, dtype=torch.float32, device=x.device) / d
    angle = positions[..., None].float() * base**-exponent  # (n, d/2) or (B, n, d/2)
    if positions.ndim == 2:
        angle = angle.unsqueeze(1)  # one table for all heads of a sequence
    cos, sin = angle.cos(), angle.sin()
    first, second = x.chunk(2, dim=-1)
    turned = (first * cos - second * sin, first * sin + second * cos)
    return torch.cat(turned, dim=-1).to(x.dtype)
