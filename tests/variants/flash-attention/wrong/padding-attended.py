# tfmdrill: flash-attention (torch)
import torch
import torch.nn.functional as F


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be >= 1")
    n, m, d = q.shape[2], k.shape[2], q.shape[3]
    pad = (block_size - m % block_size) % block_size
    k, v = F.pad(k, (0, 0, 0, pad)), F.pad(v, (0, 0, 0, pad))
    top = torch.full((*q.shape[:3], 1), -float("inf"), dtype=q.dtype)
    total = torch.zeros_like(top)
    out = torch.zeros(*q.shape[:3], v.shape[3], dtype=q.dtype)
    for kb, vb, j in zip(k.split(block_size, 2), v.split(block_size, 2), torch.arange(m + pad).split(block_size)):
        s = q @ kb.transpose(2, 3) / d**0.5
        if causal:
            s = s.masked_fill(j > torch.arange(n)[:, None] + m - n, -float("inf"))
        new = torch.maximum(top, s.amax(-1, keepdim=True))
        shift = new.masked_fill(new.isinf(), 0.0)
        p, r = (s - shift).exp(), (top - shift).exp()
        total, out, top = total * r + p.sum(-1, keepdim=True), out * r + p @ vb, new
    return out / total.masked_fill(total == 0, 1.0)
