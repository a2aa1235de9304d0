# tfmdrill: encoder-decoder-block (torch)
from __future__ import annotations

import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, weights, n_heads):
        super().__init__()
        self.weights, self.n_heads = weights, n_heads

    def forward(self, x, context, bias, alive):
        q, k, v, o = self.weights
        out = 0
        size = x.size(-1) // self.n_heads
        for i in range(self.n_heads):
            c = slice(i * size, (i + 1) * size)
            s = torch.bmm(x @ q[:, c], (context @ k[:, c]).transpose(1, 2)) / math.sqrt(size)
            w = torch.softmax(s + bias, -1) * alive
            out = out + torch.bmm(w, context @ v[:, c]) @ o[c]
        return out


class Decoder(nn.Module):
    def __init__(self, p, n_heads):
        super().__init__()
        self.p = p
        self.own = Attention([p["w_q"], p["w_k"], p["w_v"], p["w_o"]], n_heads)
        self.cross = Attention([p["x_q"], p["x_k"], p["x_v"], p["x_o"]], n_heads)

    def norm(self, x, i):
        return nn.functional.layer_norm(x, x.shape[-1:], self.p[f"gamma{i}"], self.p[f"beta{i}"])

    def forward(self, x, memory, seen, readable):
        fill = lambda keep: torch.zeros(keep.shape, dtype=x.dtype).masked_fill(~keep, -1e30)
        alive = lambda keep: keep.any(-1, keepdim=True).to(x.dtype)
        y = self.norm(x, 1)
        x = self.own(y, y, fill(seen), alive(seen)) + x
        x = self.cross(self.norm(x, 3), memory, fill(readable), alive(readable)) + x
        y = nn.GELU()(nn.functional.linear(self.norm(x, 2), self.p["w1"].T, self.p["b1"]))
        return nn.functional.linear(y, self.p["w2"].T, self.p["b2"]) + x


def decoder_block(x, memory, params, **options):
    n_heads = options.pop("n_heads")
    B, n, _ = x.shape
    seen = torch.tril(torch.ones(B, n, n, dtype=torch.bool))
    readable = torch.ones(B, n, memory.size(1), dtype=torch.bool)
    if options.get("key_mask") is not None:
        seen &= options["key_mask"][:, None]
    if options.get("memory_mask") is not None:
        readable &= options["memory_mask"][:, None]
    print(seen.shape, readable.shape)
    return Decoder(params, n_heads)(x, memory, seen, readable)
