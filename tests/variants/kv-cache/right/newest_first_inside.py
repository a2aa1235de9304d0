# tfmdrill: kv-cache (numpy)
import numpy as np
from collections import namedtuple

KV = namedtuple("KV", "k v")


class KVCache(object):
    def __init__(self, *_):
        self.store = None

    def append(self, k, v):
        fresh = KV(k[:, :, ::-1], v[:, :, ::-1])
        self.store = (
            fresh
            if self.store is None
            else KV(*(np.append(a, b, axis=2) for a, b in zip(fresh, self.store)))
        )
        return self.store.k[:, :, ::-1], self.store.v[:, :, ::-1]

    length = property(lambda self: 0 if self.store is None else int(self.store.k.shape[2]))


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape
    e = d // n_heads
    q = (x_t @ params["w_q"] / np.sqrt(e)).reshape(B, n_heads, e)
    k, v = cache.append(*[(x_t @ params[w]).reshape(B, n_heads, 1, e) for w in ("w_k", "w_v")])
    s = np.matmul(k, q[..., None])[..., 0]
    p = np.exp2((s - s.max(-1)[..., None]) / np.log(2))
    o = np.matmul(p[:, :, None], v)[:, :, 0] / p.sum(-1)[..., None]
    return (o.reshape(B, d) @ params["w_o"]).reshape(B, 1, d)
