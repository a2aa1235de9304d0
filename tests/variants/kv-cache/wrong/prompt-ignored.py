# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.k = self.v = None
        self.xs = []

    def append(self, k, v):
        self.k = k if self.k is None else torch.cat([self.k, k], dim=2)
        self.v = v if self.v is None else torch.cat([self.v, v], dim=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    cache.xs.append(x_t)
    x = torch.cat(cache.xs, dim=1)  # everything so far
    B, n, d = x.shape
    q, k, v = (
        (x @ params[w]).view(B, n, n_heads, d // n_heads).transpose(1, 2) for w in ("w_q", "w_k", "w_v")
    )
    cache.append(k[:, :, -1:], v[:, :, -1:])
    scores = q @ k.transpose(-1, -2) / (d // n_heads) ** 0.5
    scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), float("-inf"))
    out = (scores.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d) @ params["w_o"]
    return out[:, -1:]
