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
    B, T, D = x_t.shape
    q, k, v = (
        (x_t @ params[w]).reshape(B, T, n_heads, -1).swapaxes(1, 2) for w in ("w_q", "w_k", "w_v")
    )
    if cache.length == 0:
        ks, vs = cache.append(k, v)
    else:
        ks, vs = cache.k, cache.v
        cache.append(k, v)
    s = q @ ks.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    s = np.exp(s - s.max(-1, keepdims=True))
    return ((s / s.sum(-1, keepdims=True)) @ vs).swapaxes(1, 2).reshape(B, T, D) @ params["w_o"]
