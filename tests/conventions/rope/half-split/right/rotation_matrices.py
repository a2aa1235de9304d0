# tfmdrill: rope:half-split (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    B, h, n, d = x.shape
    if d % 2:
        raise ValueError(d)
    i = torch.arange(d // 2, dtype=torch.float64)
    rows = positions.expand(B, n) if positions.dim() == 1 else positions
    a = rows[:, :, None].double() * torch.pow(torch.tensor(float(base)).double(), -2 * i / d)
    c, s = torch.cos(a), torch.sin(a)
    matrices = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], -2)
    pairs = x.double().reshape(B, h, n, 2, d // 2)
    return torch.einsum("bnirc,bhnci->bhnri", matrices, pairs).reshape(x.shape).to(x.dtype)
