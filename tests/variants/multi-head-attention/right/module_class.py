# tfmdrill: multi-head-attention (torch)
import math

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    """Heads folded into the batch, head first, and the mask with them."""

    def fold(self, a, h):
        return torch.cat(torch.chunk(a, h, dim=-1), dim=0)

    def forward(self, x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
        if x.shape[-1] % n_heads != 0:
            raise ValueError("d % n_heads != 0")
        q, k, v = (self.fold(F.linear(x, w.t()), n_heads) for w in (w_q, w_k, w_v))
        bias = x.new_zeros(x.shape[0], x.shape[1], x.shape[1])
        if causal:
            bias = bias + torch.full_like(bias, -1e9).triu(1)
        if key_mask is not None:
            bias = bias + torch.where(key_mask, 0.0, -1e9).to(x.dtype)[:, None, :]
        bias = bias.repeat(n_heads, 1, 1)
        weights = F.softmax(torch.baddbmm(bias, q, k.transpose(1, 2), alpha=1 / math.sqrt(q.shape[-1])), dim=-1)
        weights = weights * (bias == 0)
        out = torch.bmm(weights, v)
        return torch.cat(out.chunk(n_heads, dim=0), dim=-1) @ w_o


multi_head_attention = Attention()
