# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.buf = None
        self.n = 0

    def append(self, k, v):
        t = k.shape[2]
        if self.buf is None:
            self.buf = np.zeros((2, *k.shape[:2], 256, k.shape[3]), k.dtype)
        self.buf[0, :, :, self.n : self.n + t] = k
        self.buf[1, :, :, self.n : self.n + t] = v
        self.n += t
        return self.buf[0, :, :, : self.n], self.buf[1, :, :, : self.n]

    @property
    def length(self):
        return self.n


def decode_step(x_t, params, cache, *, n_heads):
    B, _, d = x_t.shape
    q, k, v = (
        (x_t @ params[w]).reshape(B, n_heads, 1, d // n_heads) for w in ("w_q", "w_k", "w_v")
    )
    K, V = cache.append(k, v)
    s = (q * K).sum(-1) / np.sqrt(d // n_heads)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return (w[..., None] * V).sum(2).reshape(B, 1, d) @ params["w_o"]
