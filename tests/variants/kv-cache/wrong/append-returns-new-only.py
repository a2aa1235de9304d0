# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.keys = []
        self.values = []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)
        return self.keys[-1], self.values[-1]

    @property
    def length(self):
        return sum(k.shape[2] for k in self.keys)


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape
    split = lambda a: a.reshape(B, 1, n_heads, d // n_heads).transpose(0, 2, 1, 3)
    q, k, v = split(x_t @ params["w_q"]), split(x_t @ params["w_k"]), split(x_t @ params["w_v"])
    k, v = cache.append(k, v)
    s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // n_heads)
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True)
    return (p @ v).transpose(0, 2, 1, 3).reshape(B, 1, d) @ params["w_o"]
