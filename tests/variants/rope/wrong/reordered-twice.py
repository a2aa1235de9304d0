# tfmdrill: rope (torch)
import torch


class Rope(torch.nn.Module):
    def forward(self, x, positions, *, base=10000.0):
        d = x.size(-1)
        if d % 2:
            raise ValueError("RoPE wants an even width")
        inv = 1.0 / torch.pow(torch.as_tensor(base).float(), torch.arange(0, d, 2).float() / d)
        pos = positions if positions.ndim == 2 else positions[None]
        ang = (pos.float()[:, None, :, None] * inv).repeat(1, 1, 1, 2)
        perm = torch.cat([torch.arange(0, d, 2), torch.arange(1, d, 2)])
        y = x[..., perm].float()
        y = y * ang.cos() + torch.cat([-y[..., d // 2 :], y[..., : d // 2]], -1) * ang.sin()
        return y[..., perm].type_as(x)


apply_rope = Rope()
