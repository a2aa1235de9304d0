# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.k, self.v = None, None

    def append(self, k, v):
        self.k = k
        self.v = v
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    q = (x_t @ params["w_q"]).view(B, T, n_heads, D // n_heads).transpose(1, 2)
    k = (x_t @ params["w_k"]).view(B, T, n_heads, D // n_heads).transpose(1, 2)
    v = (x_t @ params["w_v"]).view(B, T, n_heads, D // n_heads).transpose(1, 2)
    k, v = cache.append(k, v)
    att = torch.softmax(q @ k.transpose(2, 3) / (D // n_heads) ** 0.5, dim=-1)
    return (att @ v).transpose(1, 2).reshape(B, T, D) @ params["w_o"]
