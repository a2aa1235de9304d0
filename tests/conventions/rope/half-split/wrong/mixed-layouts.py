# tfmdrill: rope:half-split (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    freqs = positions[..., None].float() * base ** (-torch.arange(0, d, 2).float() / d)
    emb = freqs.repeat_interleave(2, dim=-1)
    if emb.dim() == 3:
        emb = emb[:, None]
    left, right = x.chunk(2, dim=-1)
    other = torch.cat([-right, left], dim=-1)
    return (x * emb.cos() + other * emb.sin()).to(x.dtype)
