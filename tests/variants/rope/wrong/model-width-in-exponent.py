# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    B, h, n, d = x.shape
    if d % 2:
        raise ValueError("odd")
    d_model = h * d
    inv_freq = torch.exp(-torch.log(torch.tensor(base)) * torch.arange(0, d, 2) / d_model)
    ang = (positions.float()[..., None] * inv_freq).expand(B, n, d // 2)[:, None]
    c, s = ang.cos(), ang.sin()
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([c * a - s * b, s * a + c * b], -1).flatten(-2).to(x.dtype)
