# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    keys: list = []
    values: list = []

    def append(self, k, v):
        self.keys.append(k)
        self.values.append(v)
        return np.concatenate(self.keys, axis=2), np.concatenate(self.values, axis=2)

    @property
    def length(self):
        return int(sum(k.shape[2] for k in self.keys))


def decode_step(x_t, params, cache, *, n_heads):
    B, T, D = x_t.shape
    q, k, v = (
        (x_t @ params[w]).reshape(B, T, n_heads, -1).swapaxes(1, 2) for w in ("w_q", "w_k", "w_v")
    )
    k, v = cache.append(k, v)
    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    s = np.exp(s - s.max(-1, keepdims=True))
    return ((s / s.sum(-1, keepdims=True)) @ v).swapaxes(1, 2).reshape(B, T, D) @ params["w_o"]
