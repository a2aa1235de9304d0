# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.k = self.v = None

    def append(self, k, v):
        if self.k is None:
            self.k, self.v = np.array(k), np.array(v)
        else:
            self.k = np.append(self.k, k, axis=2)
            self.v = np.append(self.v, v, axis=2)
        return self.k, self.v

    @property
    def length(self):
        try:
            return int(self.k.shape[2])
        except AttributeError:
            return 0


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    q, k, v = (
        np.einsum("btd,de->bte", x_t, params[p]).reshape(B, T, n_heads, -1).transpose(0, 2, 1, 3)
        for p in ("w_q", "w_k", "w_v")
    )
    k, v = cache.append(k, v)
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(D / n_heads)
    e = np.exp(s - s.max(-1, keepdims=True))
    a = e / e.sum(-1, keepdims=True)
    return np.einsum("bhts,bhsd->bthd", a, v).reshape(B, T, D) @ params["w_o"]
