# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    """Tiles of queries too, and key blocks that lie in the future are skipped."""
    if block_size < 1:
        raise ValueError(f"block_size = {block_size}")
    B, h, n, d = q.shape
    m = k.shape[2]
    result = torch.zeros(B, h, n, v.shape[3], dtype=q.dtype)
    for i in range(0, n, block_size):
        qi = q[:, :, i : i + block_size] / d**0.5
        rows = torch.arange(i, i + qi.shape[2]) + m - n
        o = torch.zeros(B, h, qi.shape[2], v.shape[3], dtype=q.dtype)
        l = torch.zeros(B, h, qi.shape[2], dtype=q.dtype)
        mx = torch.full_like(l, torch.finfo(q.dtype).min)
        for j in range(0, m, block_size):
            if causal and j > rows[-1]:
                break
            kj, vj = k[:, :, j : j + block_size], v[:, :, j : j + block_size]
            s = torch.einsum("bhid,bhjd->bhij", qi, kj)
            hidden = None
            if causal:
                hidden = (j + torch.arange(kj.shape[2]))[None, :] > rows[:, None]
                s = s.masked_fill(hidden, torch.finfo(q.dtype).min)
            new = torch.maximum(mx, s.max(dim=-1).values)
            p = (s - new[..., None]).exp()
            if hidden is not None:
                p = p.masked_fill(hidden, 0)
            alpha = (mx - new).exp()
            l = alpha * l + p.sum(-1)
            o = alpha[..., None] * o + torch.einsum("bhij,bhjd->bhid", p, vj)
            mx = new
        result[:, :, i : i + block_size] = o / l.clamp(min=1e-30)[..., None]
    return result
