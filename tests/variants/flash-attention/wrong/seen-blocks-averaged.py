# tfmdrill: flash-attention (torch)
import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    n, m = q.shape[2], k.shape[2]
    out = torch.zeros(*q.shape[:3], v.shape[3], dtype=q.dtype)
    nb = 0
    for j in range(0, m, block_size):
        s = q @ k[:, :, j : j + block_size].mT / q.shape[-1] ** 0.5
        keep = torch.ones(n, s.shape[3], dtype=torch.bool)
        if causal:
            keep = torch.arange(j, j + s.shape[3]) <= torch.arange(n)[:, None] + m - n
        p = s.masked_fill(~keep, -1e30).softmax(-1) * keep
        out = out + p @ v[:, :, j : j + block_size]
        nb = nb + keep.any(-1, keepdim=True)
    return out / nb.clamp(min=1) if causal else out / nb.clamp(min=1)
