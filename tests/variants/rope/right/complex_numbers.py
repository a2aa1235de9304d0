# tfmdrill: rope (torch)
import torch


def apply_rope(x: torch.Tensor, positions: torch.Tensor, *, base: float = 10000.0) -> torch.Tensor:
    """Pairs as complex numbers, as in the original Llama code."""
    if x.shape[-1] % 2 != 0:
        raise ValueError("odd head dim")
    dim = x.shape[-1]
    freqs = 1.0 / (base ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    angles = positions.float().unsqueeze(-1) * freqs
    cis = torch.polar(torch.ones_like(angles), angles)
    if cis.dim() == 3:
        cis = cis[:, None]
    x_ = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(x_ * cis).flatten(3).type_as(x)
