# tfmdrill: rope (torch)
import torch


def rotate_half(x):
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)


def apply_rope(x, positions, *, base=10000.0):
    dim = x.shape[-1]
    if dim % 2:
        raise ValueError("dim must be even")
    inv_freq = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
    freqs = positions[..., None].float() * inv_freq
    emb = torch.cat((freqs, freqs), dim=-1)
    if emb.ndim == 3:
        emb = emb.unsqueeze(1)
    return (x * emb.cos() + rotate_half(x) * emb.sin()).to(x.dtype)
