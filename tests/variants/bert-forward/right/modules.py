# tfmdrill: bert-forward (torch)
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, p, n_heads):
        super().__init__()
        self.p = p
        self.h = n_heads

    def forward(self, x, mask):
        qkv = x @ torch.cat([self.p["w_q"], self.p["w_k"], self.p["w_v"]], dim=1)
        q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(1, 2) for t in qkv.chunk(3, dim=-1))
        att = (q / q.shape[-1] ** 0.5) @ k.mT
        top = att.masked_fill(~mask, -1e30).amax(-1, keepdim=True).detach()
        e = torch.exp((att - top).clamp(max=0)) * mask
        total = e.sum(-1, keepdim=True)
        return ((e / (total + (total == 0))) @ v).transpose(1, 2).flatten(2) @ self.p["w_o"]


class Block(nn.Module):
    def __init__(self, p, n_heads, post):
        super().__init__()
        self.p, self.post = p, post
        self.attention = Attention(p, n_heads)

    def ln(self, x, i):
        return F.layer_norm(x, x.shape[-1:], self.p["gamma" + i], self.p["beta" + i], 1e-5)

    def ffn(self, x):
        z = F.linear(x, self.p["w1"].T, self.p["b1"])
        return F.linear(F.gelu(z, approximate="none"), self.p["w2"].T, self.p["b2"])

    def forward(self, x, mask):
        if self.post:
            y = self.ln(x + self.attention(x, mask), "1")
            return self.ln(y + self.ffn(y), "2")
        y = self.attention(self.ln(x, "1"), mask) + x
        return self.ffn(self.ln(y, "2")) + y


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    n = x.shape[1]
    mask = torch.ones(len(x), 1, n, n, dtype=torch.bool)
    mask = mask.tril() if causal else mask
    mask = mask if key_mask is None else mask & key_mask.view(-1, 1, 1, n)
    return Block(params, n_heads, norm == "post")(x, mask)


class Embeddings(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.tables = nn.ModuleList(
            nn.Embedding.from_pretrained(p[k]) for k in ("tok", "pos", "seg")
        )
        self.norm = nn.LayerNorm(p["tok"].shape[1], eps=1e-5, dtype=p["tok"].dtype)
        self.norm.weight.data.copy_(p["gamma_e"])
        self.norm.bias.data.copy_(p["beta_e"])

    def forward(self, ids, segments):
        tok, pos, seg = self.tables
        return self.norm(tok(ids) + pos(torch.arange(ids.size(1))) + seg(segments))


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    x = Embeddings(params)(ids, segment_ids)
    mask = attention_mask[:, None, None, :].expand(-1, 1, ids.size(1), -1)
    for p in params["blocks"]:
        x = Block(p, n_heads, post=True)(x, mask)
    return x
