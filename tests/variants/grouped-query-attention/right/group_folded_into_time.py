# tfmdrill: grouped-query-attention (torch)
import torch
from torch import nn


class GQA(nn.Module):
    """The queries of a group stand one after the other on the time axis of their key head."""

    def forward(self, q, k, v, *, causal=False):
        B, hq, n, d = q.shape
        hk, m = k.shape[1], k.shape[2]
        if hq % hk != 0:
            raise ValueError("heads")
        g = hq // hk
        s = q.reshape(B, hk, g * n, d) @ k.transpose(2, 3) / torch.tensor(d, dtype=q.dtype).sqrt()
        keep = torch.ones(n, m, dtype=torch.bool, device=q.device)
        if causal:
            keep = keep.tril(m - n)
        keep = keep.repeat(g, 1)
        p = torch.softmax(s.where(keep, torch.finfo(s.dtype).min), -1).where(keep, 0.0)
        return (p @ v).view(B, hq, n, d)


grouped_query_attention = GQA()
