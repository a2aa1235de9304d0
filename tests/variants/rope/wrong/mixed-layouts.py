# tfmdrill: rope (torch)
import torch


def rotate_half(x):
    half = x.shape[-1] // 2
    return torch.cat((-x[..., half:], x[..., :half]), dim=-1)


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2 != 0:
        raise ValueError("d must be even")
    freqs = 1.0 / base ** (torch.arange(0, d, 2, dtype=torch.float32) / d)
    freqs = torch.repeat_interleave(freqs, 2)
    if positions.ndim == 2:
        positions = positions[:, None, :]
    angles = positions.unsqueeze(-1) * freqs
    return x * torch.cos(angles).to(x.dtype) + rotate_half(x) * torch.sin(angles).to(x.dtype)
