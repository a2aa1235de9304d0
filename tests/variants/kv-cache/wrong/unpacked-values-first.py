# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        self.k = k if self.k is None else np.concatenate([self.k, k], axis=2)
        self.v = v if self.v is None else np.concatenate([self.v, v], axis=2)
        return self.k, self.v

    @property
    def length(self):
        return 0 if self.k is None else self.k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    b, _, d = x_t.shape
    e = d // n_heads
    q = (x_t @ params["w_q"]).reshape(b, n_heads, 1, e)
    k = (x_t @ params["w_k"]).reshape(b, n_heads, 1, e)
    v = (x_t @ params["w_v"]).reshape(b, n_heads, 1, e)
    vs, ks = cache.append(k, v)
    logits = np.einsum("bhqe,bhke->bhqk", q, ks) / np.sqrt(e)
    logits -= logits.max(-1, keepdims=True)
    probs = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    return np.einsum("bhqk,bhke->bqhe", probs, vs).reshape(b, 1, d) @ params["w_o"]
