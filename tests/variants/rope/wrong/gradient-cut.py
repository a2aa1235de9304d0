# tfmdrill: rope (torch)
import numpy as np
import torch


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    ang = positions.numpy()[..., None] * base ** (-np.arange(0, d, 2) / d)
    if ang.ndim == 3:
        ang = ang[:, None]
    v = x.detach().numpy()
    out = np.empty(v.shape, v.dtype)
    out[..., ::2] = v[..., ::2] * np.cos(ang) - v[..., 1::2] * np.sin(ang)
    out[..., 1::2] = v[..., ::2] * np.sin(ang) + v[..., 1::2] * np.cos(ang)
    return torch.from_numpy(out)
