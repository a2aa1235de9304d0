# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    def __init__(self):
        self.k = []
        self.v = []

    def append(self, k, v):
        if len(self.k) == 0:
            self.k, self.v = k, v
        else:
            self.k, self.v = np.dstack([self.k, k]), np.dstack([self.v, v])
        return self.k, self.v

    @property
    def length(self):
        return 0 if isinstance(self.k, list) else self.k.shape[-2]


def decode_step(x_t, params, cache, *, n_heads):
    """Chunks of 64 keys, combined by their running maximum."""
    b, n, d = x_t.shape
    e = d // n_heads
    q, k, v = ((x_t @ params[w]).reshape(b, n_heads, n, e) for w in ("w_q", "w_k", "w_v"))
    k, v = cache.append(k, v)
    top = np.full((b, n_heads, n, 1), -np.inf, dtype=x_t.dtype)
    total, out = np.zeros_like(top), np.zeros_like(q)
    for i in range(0, k.shape[2], 64):
        s = q @ k[:, :, i : i + 64].transpose(0, 1, 3, 2) / e**0.5
        new = np.maximum(top, s.max(-1, keepdims=True))
        w, r = np.exp(s - new), np.exp(top - new)
        total, out, top = total * r + w.sum(-1, keepdims=True), out * r + w @ v[:, :, i : i + 64], new
    return (out / total).reshape(b, n, d) @ params["w_o"]
