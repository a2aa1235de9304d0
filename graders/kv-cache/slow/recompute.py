# tfmdrill: kv-cache (torch)
"""Keeps the queries too, and computes the causal attention of all rows for each new token."""

import torch


class KVCache:
    def __init__(self):
        self.k = self.v = self.q = None

    def append(self, k, v):
        self.k = k if self.k is None else torch.cat([self.k, k], dim=2)
        self.v = v if self.v is None else torch.cat([self.v, v], dim=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    batch, n, d = x_t.shape

    def split(x):
        return x.view(batch, n, n_heads, d // n_heads).transpose(1, 2)

    q, k, v = (split(x_t @ params[name]) for name in ("w_q", "w_k", "w_v"))
    k, v = cache.append(k, v)
    cache.q = q if cache.q is None else torch.cat([cache.q, q], dim=2)

    rows, m = cache.q.shape[2], k.shape[2]
    scores = cache.q @ k.transpose(-2, -1) / (d // n_heads) ** 0.5
    causal = torch.ones(rows, m, dtype=torch.bool).tril(m - rows)
    weights = torch.softmax(scores.masked_fill(~causal, float("-inf")), dim=-1)
    out = (weights @ v).transpose(1, 2).reshape(batch, rows, d) @ params["w_o"]
    return out[:, -1:]
