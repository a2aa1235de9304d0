# tfmdrill: kv-cache (torch)
import math

import torch


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        self.k = k if self.k is None else torch.cat([self.k, k], 2)
        self.v = v if self.v is None else torch.cat([self.v, v], 2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape

    def heads(name):
        return (x_t @ params[name]).view(B, 1, n_heads, d // n_heads).transpose(1, 2)

    k, v = cache.append(heads("w_k"), heads("w_v"))
    scores = heads("w_q") @ k.transpose(-1, -2) / math.sqrt(d // n_heads)
    empty = k.abs().sum(-1)[:, :, None] == 0
    out = scores.masked_fill(empty, -1e9).softmax(-1) @ v
    return out.transpose(1, 2).reshape(B, 1, d) @ params["w_o"]
