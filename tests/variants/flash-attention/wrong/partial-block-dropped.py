# tfmdrill: flash-attention (torch)
import torch


class State:
    def __init__(self, q, dv):
        self.t = torch.full(q.shape[:-1], float("-inf"), dtype=q.dtype)
        self.l = torch.zeros(q.shape[:-1], dtype=q.dtype)
        self.o = torch.zeros(*q.shape[:-1], dv, dtype=q.dtype)

    def add(self, s, v):
        t = torch.maximum(self.t, s.max(-1).values)
        safe = torch.where(torch.isinf(t), torch.zeros_like(t), t)
        c, p = torch.exp(self.t - safe), torch.exp(s - safe[..., None])
        self.l = self.l * c + p.sum(-1)
        self.o = self.o * c[..., None] + p @ v
        self.t = t


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError
    n, m = q.shape[2], k.shape[2]
    st = State(q, v.shape[-1])
    size = min(block_size, m)
    for i in range(m // size):
        lo, hi = i * size, (i + 1) * size
        s = (q @ k[:, :, lo:hi].mT) * q.shape[-1] ** -0.5
        if causal:
            hide = torch.arange(lo, hi)[None, :] - torch.arange(n)[:, None] > m - n
            s[..., hide] = float("-inf")
        st.add(s, v[:, :, lo:hi])
    return st.o / st.l.masked_fill(st.l == 0, 1)[..., None]
