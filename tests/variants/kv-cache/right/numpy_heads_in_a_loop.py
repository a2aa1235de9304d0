# tfmdrill: kv-cache (numpy)
import numpy as np


def softmax(row):
    row = np.exp(row - np.max(row, axis=1, keepdims=True))
    return row / np.sum(row, axis=1, keepdims=True)


class KVCache:
    def __init__(self):
        self.n = 0
        self.data = {}

    def append(self, k, v):
        self.n += k.shape[2]
        for key, new in dict(k=k, v=v).items():
            old = self.data.get(key)
            self.data[key] = new if old is None else np.concatenate((old, new), axis=2)
        return self.data["k"], self.data["v"]

    @property
    def length(self):
        return self.n


def decode_step(x_t, params, cache, *, n_heads):
    size = x_t.shape[2] // n_heads
    x = x_t[:, 0]
    q = x @ params["w_q"]
    k = np.stack(np.split(x @ params["w_k"], n_heads, axis=1), axis=1)[:, :, None]
    v = np.stack(np.split(x @ params["w_v"], n_heads, axis=1), axis=1)[:, :, None]
    k, v = cache.append(k, v)
    outs = []
    for h in range(n_heads):
        scores = np.matmul(k[:, h], q[:, h * size : (h + 1) * size, None])[..., 0] / size**0.5
        outs.append(np.matmul(softmax(scores)[:, None], v[:, h])[:, 0])
    return np.expand_dims(np.hstack(outs) @ params["w_o"], 1)
