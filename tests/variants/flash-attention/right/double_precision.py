# tfmdrill: flash-attention (torch)
import math

import torch


class OnlineSoftmax:
    def __init__(self, shape, d_v):
        self.m = torch.full(shape, -math.inf, dtype=torch.float64)
        self.l = torch.zeros(shape, dtype=torch.float64)
        self.o = torch.zeros((*shape, d_v), dtype=torch.float64)

    def __iadd__(self, block):
        s, v = block
        m = torch.maximum(self.m, s.amax(-1))
        m_safe = torch.where(torch.isinf(m), 0.0, m)
        a, p = torch.exp(self.m - m_safe), torch.exp(s - m_safe.unsqueeze(-1))
        self.l = self.l * a + p.sum(-1)
        self.o = self.o * a.unsqueeze(-1) + p @ v
        self.m = m
        return self

    @property
    def result(self):
        return self.o / torch.where(self.l == 0, 1.0, self.l).unsqueeze(-1)


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be positive")
    n, m = q.shape[-2], k.shape[-2]
    qd = q.double()
    acc = OnlineSoftmax(q.shape[:-1], v.shape[-1])
    for j in range(-(-m // block_size)):
        lo, hi = j * block_size, min((j + 1) * block_size, m)
        s = qd @ k[..., lo:hi, :].double().transpose(-1, -2) / math.sqrt(q.shape[-1])
        if causal:
            s.masked_fill_(torch.arange(lo, hi)[None] > torch.arange(n)[:, None] + (m - n), -math.inf)
        acc += s, v[..., lo:hi, :].double()
    return acc.result.to(q.dtype)
