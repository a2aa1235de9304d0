# tfmdrill: rope (torch)
import torch


def apply_rope(x, positions, *, base=10000.0):
    batch, seq_len, n_heads, d = x.shape
    if d % 2:
        raise ValueError("odd")
    t = torch.arange(seq_len).float()
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
    cis = torch.polar(torch.ones(seq_len, d // 2), torch.outer(t, inv_freq))
    xc = torch.view_as_complex(x.float().reshape(batch, seq_len, n_heads, d // 2, 2).contiguous())
    return torch.view_as_real(xc * cis[None, :, None]).flatten(3).to(x.dtype)
