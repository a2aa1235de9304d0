# tfmdrill: flash-attention (torch)
import math

import torch


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be >= 1")
    B, H, N, D = q.shape
    M = k.shape[2]
    m_i = torch.full((B, H, N, 1), -math.inf, dtype=q.dtype)
    l_i = torch.zeros(B, H, N, 1, dtype=q.dtype)
    acc = torch.zeros(B, H, N, v.shape[3], dtype=q.dtype)
    for j in range(0, M, block_size):
        kj = k[:, :, j : j + block_size]
        vj = v[:, :, j : j + block_size]
        s = q @ kj.transpose(-2, -1) / math.sqrt(D)
        if causal:
            rows = torch.arange(N).unsqueeze(1) + (M - N)
            cols = torch.arange(j, j + kj.shape[2]).unsqueeze(0)
            s = s.masked_fill(cols > rows, -math.inf)
        m_new = s.max(dim=-1, keepdim=True).values
        m_safe = torch.where(m_new == -math.inf, torch.zeros_like(m_new), m_new)
        p = torch.exp(s - m_safe)
        alpha = torch.exp(m_i - m_safe)
        l_i = alpha * l_i + p.sum(dim=-1, keepdim=True)
        acc = alpha * acc + p @ vj
        m_i = m_new
    return torch.where(l_i > 0, acc / l_i, torch.zeros_like(acc))
