# tfmdrill: rope:half-split (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    half, odd = divmod(x.size(-1), 2)
    if odd:
        raise ValueError(f"{x.size(-1)} columns")
    theta = base ** (-torch.arange(half, dtype=torch.float64) / half)
    turn = torch.polar(torch.ones(()).double(), positions.double()[..., None] * theta)
    if positions.ndim > 1:
        turn = turn[:, None, :, :]
    z = torch.complex(x[..., :half].double(), x[..., half:].double()) * turn
    return torch.cat((z.real, z.imag), dim=-1).type_as(x)
