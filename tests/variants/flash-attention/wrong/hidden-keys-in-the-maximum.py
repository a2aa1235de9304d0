# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    B, h, n, d = q.shape
    m = k.shape[2]
    t = torch.full((B, h, n, 1), -torch.inf)
    l = torch.zeros(B, h, n, 1)
    o = torch.zeros(B, h, n, v.shape[-1])
    i = torch.arange(n)[:, None] + m - n
    for a in range(0, m, block_size):
        kb, vb = k[:, :, a : a + block_size], v[:, :, a : a + block_size]
        s = q @ kb.mT / d**0.5
        t2 = torch.maximum(t, s.amax(-1, keepdim=True))
        if causal:
            s = s.masked_fill(torch.arange(a, a + kb.shape[2]) > i, -torch.inf)
        safe = torch.where(t2 == -torch.inf, 0.0, t2)
        p = torch.exp(s - safe)
        c = torch.exp(t - safe)
        l = l * c + p.sum(-1, keepdim=True)
        o = o * c + p @ vb
        t = t2
    return (o / torch.where(l == 0, 1.0, l)).to(q.dtype)
