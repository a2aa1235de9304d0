# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.k = None
        self.v = None

    def append(self, k, v):
        if self.k is None:
            self.k, self.v = k, v
        else:
            self.k = torch.cat([self.k, k], dim=2)
            self.v = torch.cat([self.v, v], dim=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    d_head = D // n_heads

    def split(x):
        return x.reshape(B, T, n_heads, d_head).transpose(1, 2)

    q = split(x_t @ params["w_q"])
    k, v = cache.append(split(x_t @ params["w_k"]), split(x_t @ params["w_v"]))
    scores = q @ k.transpose(-2, -1) / d_head**0.5
    out = torch.softmax(scores, dim=-2) @ v
    return out.transpose(1, 2).reshape(B, T, D) @ params["w_o"]
