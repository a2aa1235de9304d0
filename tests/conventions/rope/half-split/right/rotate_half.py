# tfmdrill: rope:half-split (torch)
import torch


def rotate_half(x):
    left, right = x.chunk(2, dim=-1)
    return torch.cat([-right, left], dim=-1)


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2 == 1:
        raise ValueError("odd head width")
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
    freqs = positions.unsqueeze(-1).float() * inv_freq
    emb = torch.cat([freqs, freqs], dim=-1)
    if emb.dim() == 3:
        emb = emb[:, None]
    y = x.float() if x.dtype == torch.float16 else x
    return (y * emb.cos() + rotate_half(y) * emb.sin()).to(x.dtype)
