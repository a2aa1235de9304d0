# tfmdrill: sinusoidal-positions (torch)
import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, n, d, base):
        super().__init__()
        if d % 2:
            raise ValueError(f"odd d_model {d}")
        i = torch.arange(d // 2)
        angle = torch.arange(n)[:, None] / torch.pow(base, 2 * i / d)
        self.register_buffer("pe", torch.zeros(1, n, d))
        self.pe[0, :, ::2], self.pe[0, :, 1::2] = angle.sin(), angle.cos()

    def forward(self):
        return self.pe.squeeze(0)


def sinusoidal_positions(n, d, **options):
    print("table", n, d)
    return Positions(n, d, options.get("base", 10000.0))()
