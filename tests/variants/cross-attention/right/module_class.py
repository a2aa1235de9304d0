# tfmdrill: cross-attention (torch)
import torch
import torch.nn.functional as F
from torch import nn


class Cross(nn.Module):
    def forward(self, x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
        B, n, d = x.shape
        m = context.size(1)
        if d % n_heads != 0:
            raise ValueError("d % n_heads")
        q = F.linear(x, w_q.T).view(B, n, n_heads, -1).permute(0, 2, 1, 3).reshape(B * n_heads, n, -1)
        k = F.linear(context, w_k.T).view(B, m, n_heads, -1).permute(0, 2, 3, 1).reshape(B * n_heads, -1, m)
        v = F.linear(context, w_v.T).view(B, m, n_heads, -1).permute(0, 2, 1, 3).reshape(B * n_heads, m, -1)
        bias = x.new_zeros(B, 1, m)
        if context_mask is not None:
            bias = bias.masked_fill(~context_mask[:, None], -1e9)
        bias = bias.repeat_interleave(n_heads, dim=0)
        w = torch.softmax(torch.bmm(q, k) / q.size(-1) ** 0.5 + bias, dim=-1)
        w = w * (bias == 0)
        print("attention", tuple(w.shape))
        return torch.bmm(w, v).view(B, n_heads, n, -1).transpose(1, 2).flatten(2) @ w_o


cross_attention = Cross()
