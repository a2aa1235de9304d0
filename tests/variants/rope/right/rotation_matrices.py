# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    """2 x 2 matrices, multiplied; the result is a transposed view."""
    *_, d = x.shape
    if d % 2 == 1:
        raise ValueError("d odd")
    k = torch.arange(d // 2, dtype=x.dtype if x.dtype == torch.float64 else torch.float32)
    angle = positions.unsqueeze(-1) * torch.pow(torch.as_tensor(base, dtype=k.dtype), -2.0 * k / d)
    c, s = torch.cos(angle), torch.sin(angle)
    R = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], -2)  # (.., n, k, 2, 2)
    if positions.ndim == 2:
        R = R.unsqueeze(1)
    pairs = x.to(R.dtype).unflatten(-1, (d // 2, 2)).unsqueeze(-1)
    y = (R @ pairs).squeeze(-1).flatten(-2)
    return y.transpose(1, 2).contiguous().transpose(1, 2).to(x.dtype)
