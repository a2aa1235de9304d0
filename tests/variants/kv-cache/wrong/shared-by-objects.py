# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self, keys=[], values=[]):
        self.keys = keys
        self.values = values

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)
        return torch.cat(self.keys, dim=2), torch.cat(self.values, dim=2)

    @property
    def length(self):
        return sum(k.shape[2] for k in self.keys)


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    d_head = D // n_heads

    def split(x):
        return x.reshape(B, T, n_heads, d_head).transpose(1, 2)

    q = split(x_t @ params["w_q"])
    k, v = cache.append(split(x_t @ params["w_k"]), split(x_t @ params["w_v"]))
    scores = q @ k.transpose(-2, -1) / d_head**0.5
    out = torch.softmax(scores, dim=-1) @ v
    return out.transpose(1, 2).reshape(B, T, D) @ params["w_o"]
