# tfmdrill: rope (torch)
import torch
from torch import nn


class RotaryEmbedding(nn.Module):
    """A table that grows as far as positions reach."""

    def __init__(self):
        super().__init__()
        self.tables = {}

    def table(self, length, d, base):
        have = self.tables.get((d, base))
        if have is None or have.shape[0] < length:
            inv = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
            angle = torch.outer(torch.arange(length).float(), inv)
            have = self.tables[d, base] = torch.stack([angle.cos(), angle.sin()], dim=1)
        return have

    def forward(self, x, positions, base):
        d = x.shape[-1]
        if d % 2:
            raise ValueError("odd")
        table = self.table(int(positions.max()) + 1, d, base)[positions]
        if table.ndim == 4:
            table = table[:, None]
        cos, sin = table[..., 0, :], table[..., 1, :]
        out = torch.empty(x.shape, dtype=torch.promote_types(x.dtype, torch.float32))
        out[..., ::2] = x[..., ::2] * cos - x[..., 1::2] * sin
        out[..., 1::2] = x[..., ::2] * sin + x[..., 1::2] * cos
        return out


_rope = RotaryEmbedding()
apply_rope = lambda x, positions, *, base=10000.0: _rope(x, positions, base)
