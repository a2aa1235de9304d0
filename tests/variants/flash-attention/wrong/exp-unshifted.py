# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be >= 1")
    n, m, d = q.shape[2], k.shape[2], q.shape[3]
    num = torch.zeros(*q.shape[:3], v.shape[3], dtype=q.dtype)
    den = torch.zeros(*q.shape[:3], 1, dtype=q.dtype)
    for start in range(0, m, block_size):
        kb, vb = k[:, :, start : start + block_size], v[:, :, start : start + block_size]
        e = torch.exp(q @ kb.transpose(2, 3) / d**0.5)
        if causal:
            i = torch.arange(n)[:, None] + m - n
            e = e * (torch.arange(start, start + kb.shape[2])[None] <= i)
        num = num + e @ vb
        den = den + e.sum(-1, keepdim=True)
    return torch.where(den == 0, torch.zeros_like(num), num / den)
