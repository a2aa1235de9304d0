# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be >= 1")
    n, m, d = q.shape[2], k.shape[2], q.shape[3]
    out = torch.zeros(*q.shape[:3], v.shape[3], dtype=q.dtype)
    lse = torch.full((*q.shape[:3], 1), -float("inf"), dtype=q.dtype)
    for start in range(0, m, block_size):
        kb, vb = k[:, :, start : start + block_size], v[:, :, start : start + block_size]
        s = q @ kb.transpose(2, 3) / d**0.5
        if causal:
            i = torch.arange(n)[:, None] + m - n
            s = s.masked_fill(torch.arange(start, start + kb.shape[2])[None] > i, -float("inf"))
        block_out = torch.softmax(s, dim=-1) @ vb
        block_lse = torch.logsumexp(s, dim=-1, keepdim=True)
        new = torch.logaddexp(lse, block_lse)
        out = out * torch.exp(lse - new) + block_out * torch.exp(block_lse - new)
        lse = new
    return out
