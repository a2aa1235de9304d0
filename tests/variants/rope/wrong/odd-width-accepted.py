# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    pos = positions.float()
    pos = pos[:, None] if pos.ndim == 2 else pos
    out = [x[..., i] for i in range(d)]
    for i in range(d // 2):
        ang = pos * base ** (-2 * i / d)
        a, b = x[..., 2 * i], x[..., 2 * i + 1]
        out[2 * i] = a * ang.cos() - b * ang.sin()
        out[2 * i + 1] = a * ang.sin() + b * ang.cos()
    return torch.stack(out, dim=-1).to(x.dtype)
