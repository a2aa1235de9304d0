# tfmdrill: flash-attention (torch)
import torch
def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    q, k, v = q.double(), k.double(), v.double()
    B, h, n, d = q.shape
    m = k.shape[2]
    top = torch.full((B, h, n, 1), -torch.inf, dtype=q.dtype)
    den = torch.zeros(B, h, n, 1, dtype=q.dtype)
    num = torch.zeros(B, h, n, v.shape[-1], dtype=q.dtype)
    rows = torch.arange(n)[:, None]
    for start in range(0, m, block_size):
        stop = min(start + block_size, m)
        raw = torch.einsum("bhid,bhjd->bhij", q, k[:, :, start:stop])
        scaled = raw / d ** 0.5
        if causal:
            gap = torch.arange(start, stop)[None, :] - (rows + (m - n))
            masked = torch.where(gap > 0, torch.full_like(scaled, -torch.inf), scaled)
        else:
            masked = scaled
        new_top = torch.maximum(top, masked.amax(-1, keepdim=True))
        safe = torch.where(torch.isneginf(new_top), torch.zeros_like(new_top), new_top)
        shifted = masked - safe
        p = torch.exp(shifted)
        old = torch.exp(top - safe)
        den = den * old + p.sum(-1, keepdim=True)
        num = num * old + torch.einsum("bhij,bhjd->bhid", p, v[:, :, start:stop])
        top = new_top
    return torch.where(den > 0, num / den.clamp(min=1e-300), torch.zeros_like(num))
