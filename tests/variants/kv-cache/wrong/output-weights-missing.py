# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        if self.k is None:
            self.k, self.v = k, v
        else:
            self.k = np.concatenate([self.k, k], axis=2)
            self.v = np.concatenate([self.v, v], axis=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    B, _, D = x_t.shape
    d = D // n_heads
    q = (x_t @ params["w_q"]).reshape(B, n_heads, 1, d)
    k = (x_t @ params["w_k"]).reshape(B, n_heads, 1, d)
    v = (x_t @ params["w_v"]).reshape(B, n_heads, 1, d)
    k, v = cache.append(k, v)
    scores = np.einsum("bhqd,bhkd->bhqk", q, k) / np.sqrt(d)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    out = np.einsum("bhqk,bhkd->bqhd", weights, v)
    return out.reshape(B, 1, D)
